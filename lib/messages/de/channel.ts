import type { Translation } from '../catalog'
import type { channel as english } from '../en/channel'

export const channel: Translation<typeof english> = {
  aside: 'Was du zurückgelegt hast',
  many: 'Viele kleine Aufrufe, aus einem Betrag, den du einmal zurücklegst',
  one: 'Dieser eine Aufruf',
  putAside: 'Zurückgelegt',
  forSeller: 'Für diesen Shop',
  sellerAddress: 'Adresse des Shops',
  calls: 'Aufrufe bisher',
  left: 'Übrig',
  leftHere: 'Übrig bei diesem Shop',
  tooLittle: 'zu wenig für einen Aufruf',
  moreCalls: '{count, plural, one {für # weiteren Aufruf} other {für # weitere Aufrufe}}',
  call: 'Für {amount} aufrufen',
  calling: 'Wird aufgerufen',
  topUp: 'Aufladen',
  topUpOrBack: 'Aufladen oder den Rest zurückholen',
  back: '{amount} zurückholen',
  signsOnce:
    'Deine Wallet signiert noch einmal, und damit wird ein Aufruf gemacht. Der Betrag kommt zu dem hinzu, was übrig ist.',
  put: '{amount} zurücklegen und aufrufen',
  putThis: 'Diesen Betrag zurücklegen und aufrufen',
  add: '{amount} hinzufügen und aufrufen',
  addThis: 'Diesen Betrag hinzufügen und aufrufen',
  otherWallet: {
    title: 'Eine andere Wallet ist verbunden',
    detail:
      'Nur <id>{address}</id> kann den Betrag aufladen, denn diese Wallet hat ihn zurückgelegt. Wähle sie in deiner Wallet. Für Aufrufe und um den Rest zurückzuholen, brauchst du keine Wallet.',
    address: 'Adresse der Wallet',
  },
  note: {
    once: 'Du legst einmal einen Betrag zurück, mit einer Signatur, nur für diesen Shop (<id>{address}</id>). Jeder Aufruf nimmt {amount} davon, und deine Wallet wird nicht noch einmal gefragt.',
    back: 'Was übrig ist, kommt in deine Wallet zurück, sobald du die Schaltfläche dafür drückst. Bis dahin liegt es in einem Vertrag, der sonst niemanden bezahlt.',
    backAlone:
      'Was übrig ist, kommt in deine Wallet zurück, sobald du die Schaltfläche dafür drückst. Ohne den Shop dauert es {duration}, nachdem du es verlangt hast. Bis dahin liegt es in einem Vertrag, der sonst niemanden bezahlt.',
    key: 'Ein Schlüssel, den dieser Browser erzeugt, signiert die Aufrufe. Er kann ausgeben, was du hier zurücklegst, und sonst nichts. Geht er verloren, melde dich in deiner Bibliothek an, um den Rest zurückzuholen.',
  },
  deposit: {
    title: 'Wie viel du zurücklegst',
    calls: '{count, plural, one {# Aufruf} other {# Aufrufe}}',
    another: 'Ein anderer Betrag',
    amount: 'Betrag in {symbol}',
    amountUnits: 'Betrag in Einheiten',
    least: 'Mindestens {amount}.',
    refused: 'Gib einen Betrag von mindestens {amount} ein, zum Beispiel {example}.',
  },
}
