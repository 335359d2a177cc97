import type { Translation } from '../catalog'
import type { ui as english } from '../en/ui'

export const ui: Translation<typeof english> = {
  copy: { idle: 'Kopieren', copied: 'Kopiert', failed: 'Markieren und kopieren', named: '{name} kopieren' },
  print: 'Drucken',
  pageLoads: 'Die Seite wird geladen',
  amount: {
    upTo: 'bis zu <figures>{amount}</figures>',
    on: '<figures>{amount}</figures> <quiet>auf {network}</quiet>',
    upToOn: 'bis zu <figures>{amount}</figures> <quiet>auf {network}</quiet>',
  },
  identity: {
    signIn: 'Anmelden',
    signedInWith: 'Angemeldet mit',
    signedInWithWallet: 'Angemeldet mit {wallet}',
    address: 'Deine Adresse',
    signOut: 'Abmelden',
    switch: 'Wallet wechseln',
    failed: 'Der Server hat nicht geantwortet. Versuche es noch einmal.',
  },
}
