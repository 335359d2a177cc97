import type { Translation } from '../catalog'
import type { libraryActions as english } from '../en/library-actions'

export const libraryActions: Translation<typeof english> = {
  addWallet: {
    about: 'Zwei Signaturen: eine der neuen Wallet, dann eine von einer Wallet, die schon in deiner Bibliothek ist.',
    join: 'Diese Wallet hinzufügen',
    newAddress: 'Adresse der neuen Wallet',
    signed:
      '<wallet></wallet> hat signiert. Signiere jetzt mit einer Wallet, die schon in deiner Bibliothek ist, damit niemand sonst eine hinzufügen kann.',
    letIn: 'Zur Bibliothek hinzufügen',
  },
  channel: {
    closed: 'Geschlossen: {amount} ist zurück in deiner Wallet',
    asking: 'Wird zurückgeholt',
    get: '{left} zurückholen',
    call: 'Aufrufen oder aufladen',
    elsewhere: 'Aufrufe gehen in dem Browser, der das Geld zurückgelegt hat.',
    units: '{amount} Einheiten von {asset}',
    ends: {
      lost: 'Der Server hat nicht geantwortet. Lade diese Seite neu, bevor du es noch einmal versuchst.',
      not_found:
        'Es ist nicht mehr in deiner Bibliothek. Melde dich mit der Wallet an, die es zurückgelegt hat, und versuche es noch einmal.',
      nothing: 'Es ist nichts mehr übrig: Was zurückgelegt war, ist ausgegeben oder schon zurück.',
      busy: 'Gerade wird ein Aufruf davon beantwortet. Nichts wurde geändert; versuche es gleich noch einmal.',
      unknown: 'Es ist unterwegs, und die Chain hat es noch nicht bestätigt. Lade diese Seite in ein paar Minuten neu.',
      refused:
        'Es konnte gerade nicht zurückgezahlt werden. Nichts wurde geändert; versuche es in ein paar Minuten noch einmal.',
    },
  },
}
