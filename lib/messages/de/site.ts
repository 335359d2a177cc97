import type { Translation } from '../catalog'
import type { site as english } from '../en/site'

export const site: Translation<typeof english> = {
  description: 'Verkaufe alles hinter HTTP 402 und kaufe es mit einer Wallet.',
  library: 'Deine Bibliothek',
  bazaar: 'Ansehen, was zu kaufen ist',
  lost: 'Vielleicht ist die Seite umgezogen, oder in der Adresse fehlt ein Buchstabe. Dir wurde nichts berechnet.',
  noSuchPage: {
    title: 'Keine solche Seite',
    heading: 'Unter dieser Adresse gibt es keine Seite',
    start: 'Zur Startseite',
  },
  bought: {
    notFound: 'Nicht gefunden',
    state: 'Gekauft',
    save: 'Als Datei speichern',
    file: '{name}, {kind}, {size}',
  },
  unsold: {
    title: 'Nicht zu kaufen',
    seeShop: 'Zum Shop',
    notFound: 'Unter dieser Adresse gibt es nichts',
    paused: {
      title: 'Das ist gerade nicht zu kaufen',
      detail:
        'Der Shop hat es pausiert, und dir wurde nichts berechnet. Was du früher gekauft hast, öffnest du in deiner Bibliothek.',
    },
    suspended: {
      title: 'Das ist nicht zu kaufen',
      detail:
        'Die Betreiber dieser Website haben es gesperrt, und dir wurde nichts berechnet. Was du früher gekauft hast, öffnest du in deiner Bibliothek.',
    },
    closed: {
      title: 'Das wurde geschlossen',
      detail:
        'Die Betreiber dieser Website haben es geschlossen, auch für alle, die es gekauft haben. Jetzt wurde keine Zahlung genommen. Wegen einer früheren frage beim Shop nach.',
    },
  },
}
