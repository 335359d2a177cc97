import type { Translation } from '../catalog'
import type { start as english } from '../en/start'

export const start: Translation<typeof english> = {
  demo: {
    title: 'Gib einer URL einen Preis. Zahle ihn mit einer Wallet.',
    about:
      'Eine Anfrage ohne Zahlung bekommt die Antwort 402 und einen Preis. Ein Browser, ein Skript oder ein Agent signiert dafür eine Zahlung, fragt noch einmal und hat, was er gekauft hat. Es gibt kein Konto, kein Kartenformular und keinen API-Schlüssel.',
    read: 'Einen Artikel für ein paar Cent lesen',
    sell: 'Etwas verkaufen',
  },
  own: {
    title: 'Kaufe je Anfrage. Zahle mit einer Wallet.',
    about:
      'Alles, was hier verkauft wird, zeigt seinen Preis. Deine Wallet signiert eine Zahlung, und es gehört dir: kein Konto, kein Kartenformular, kein API-Schlüssel.',
    sold: 'Hier zu kaufen',
    seeAll: 'Alle {count, number} ansehen',
    nothing: 'Hier gibt es noch nichts zu kaufen',
    yours:
      'Betreibst du diese Website? Melde dich mit deiner Wallet an und eröffne den ersten Shop: Ein Artikel, eine Datei oder eine API hat in wenigen Minuten einen Preis.',
    dashboard: 'Dashboard öffnen',
  },
  how: {
    title: 'So funktioniert es',
    ask: 'Du rufst eine URL auf, wie jede andere.',
    answer: 'Die Antwort ist 402: der Preis, der Token, das Netz und an wen gezahlt wird.',
    sign: 'Deine Wallet signiert eine Zahlung für genau das. Noch hat sich nichts bewegt.',
    again:
      'Du rufst noch einmal auf, mit der Signatur. Sie wird geprüft und auf der Chain abgerechnet. Erst dann wird der Inhalt gesendet.',
    keep: 'Du behältst ihn. Dieselbe Wallet meldet sich später an und zahlt nicht noch einmal.',
  },
  places: {
    title: 'Was es hier gibt',
    articles: { title: 'Artikel', about: 'Lesestoff für ein paar Cent, mit der Kasse auf der Seite.' },
    bazaar: {
      title: 'Bazaar',
      about: 'Was zu kaufen ist, hier und anderswo, ob es antwortet und was es kostet.',
    },
    dashboard: { title: 'Dashboard', about: 'Gib deiner eigenen URL einen Preis und sieh, was sie einbringt.' },
    facilitator: {
      title: 'Facilitator',
      about: 'Prüft Zahlungen und rechnet sie ab: auf welchen Netzen und in welchem Zustand.',
    },
    library: { title: 'Bibliothek', about: 'Was deine Wallet gekauft hat, mit Belegen.' },
  },
  try: {
    title: 'Drei Dinge, die du jetzt kaufen kannst',
    testMoney:
      'Die Befehle laufen in einem Klon von Turnpike und zahlen mit einer Demo-Wallet. Jede Zahlung wird auf einer echten Chain abgerechnet, die auf diesem Rechner läuft. Nur das Geld ist Testgeld.',
    realMoney:
      'Die Befehle laufen in einem Klon von Turnpike und zahlen mit der Wallet, die du ihnen gibst. Das Geld ist echt.',
    open: 'Im Browser öffnen',
    seePrice: 'Den Preis ansehen',
    seeCommand: 'Befehl zum Ansehen des Preises: {title}',
    pay: 'Zahlen',
    payCommand: 'Befehl zum Zahlen: {title}',
    weather: {
      title: 'Ein Wetterbericht',
      about: 'Ein fester Preis je Anfrage, als JSON. Die Messwerte sind ein kleiner Demo-Satz und sagen das auch.',
    },
    article: {
      title: 'Ein Artikel, der dir bleibt',
      about: 'Einmal gezahlt. Danach öffnet ihn dieselbe Wallet durch Anmelden.',
    },
    metered: {
      title: 'Ein Artikel nach Verbrauch',
      about: 'Du signierst für eine Obergrenze und zahlst die Abschnitte, die du abrufst.',
    },
  },
}
