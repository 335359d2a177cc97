import type { Translation } from '../catalog'
import type { operatorForms as english } from '../en/operator-forms'

export const operatorForms: Translation<typeof english> = {
  nav: {
    label: 'Betrieb',
    dashboard: 'Dashboard',
    overview: 'Überblick',
    doctor: 'Doctor',
    data: 'Daten',
    shops: 'Shops',
    changes: 'Änderungen',
    invitations: 'Einladungen',
  },
  invite: {
    title: 'Jemanden einladen',
    note: 'Für wen sie ist',
    noteHint: 'Das lesen nur Betreiber.',
    wallet: 'Die Wallet dieser Person, wenn du sie kennst',
    walletHint: 'Dann kann keine andere die Einladung nutzen. Leer: wer den Link hat.',
    days: 'Gültig für',
    period: '{days, number} Tage',
    send: 'Einladung erstellen',
    secret: 'Einladung',
  },
  withdraw: '<hidden>Einladung für {note} </hidden>Zurückziehen',
  quotas: {
    hint: 'Nutzt {used, number}. Leer: {allowed, number}, wie alle Shops.',
    save: 'Grenzen speichern',
  },
  suspend: {
    shop: {
      title: 'Der ganze Shop',
      effect: 'Verkauft nichts und steht in keiner Liste. Wer gekauft hat, behält, was er hat.',
      send: 'Den Shop sperren',
      done: 'Der Shop ist gesperrt',
    },
    route: {
      title: 'Diese Route',
      effect: 'Wird nicht verkauft und steht in keiner Liste. Wer gekauft hat, behält, was er hat.',
      send: 'Die Route sperren',
      done: 'Die Route ist gesperrt',
    },
    listing: {
      title: 'Ihr Eintrag',
      effect: 'Wird aus dem Bazaar genommen; die Adresse verkauft weiter.',
      send: 'Den Eintrag sperren',
      done: 'Der Eintrag ist gesperrt',
    },
    closed: 'Auch für die geschlossen, die bezahlt haben.',
    lift: 'Sperre aufheben',
    reason: 'Grund',
    reasonHint: 'Der Besitzer liest ihn.',
    close: 'Auch für die schließen, die bezahlt haben',
  },
}
