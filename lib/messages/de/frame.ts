import type { Translation } from '../catalog'
import type { frame as english } from '../en/frame'

export const frame: Translation<typeof english> = {
  skip: 'Zum Inhalt springen',
  testNetwork:
    '<strong>Testnetz.</strong> Zahlungen bewegen hier Testgeld, das nichts wert ist<where>, auf {networks}</where>.',
  ours: '{name} verkauft und kauft über HTTP 402.',
  runsOn: 'Läuft mit {name}.',
  noTrackers: 'Keine Tracker, keine Dritten: Jedes Byte kommt von diesem Server.',
  walletServices:
    'Keine Tracker: Jede Seite kommt von diesem Server. Eine Wallet außerhalb deines Browsers wird über Server von WalletConnect oder Coinbase erreicht, sobald du sie wählst.',
  documentation: 'Dokumentation',
  language: 'Sprache',
  nav: {
    label: 'Website',
    articles: 'Artikel',
    bazaar: 'Bazaar',
    dashboard: 'Dashboard',
    facilitator: 'Facilitator',
    library: 'Bibliothek',
  },
  theme: { label: 'Farben', system: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
}
