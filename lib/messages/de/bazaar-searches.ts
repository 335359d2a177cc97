import type { Translation } from '../catalog'
import type { bazaarSearches as english } from '../en/bazaar-searches'

export const bazaarSearches: Translation<typeof english> = {
  title: 'Gespeicherte Suchen',
  none: 'In diesem Browser ist keine gespeichert. Die Adresse einer Suche geht auch als Lesezeichen, und ihr Feed meldet, was neu ist.',
  remove: 'Entfernen<what>: {words}</what>',
  save: '„{words}“ speichern',
  refused: 'Dieser Browser speichert nichts für diese Website. Setze stattdessen ein Lesezeichen.',
}
