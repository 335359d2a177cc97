import type { Translation } from '../catalog'
import type { docs as english } from '../en/docs'

export const docs: Translation<typeof english> = {
  title: 'Dokumentation',
  titleOfPage: '{title} · Dokumentation',
  description: 'Wie man zahlt, verkauft und eine Website betreibt und was ihre Teile tun.',
  intro: '{release}: wie man zahlt, wie man verkauft, wie man eine Website betreibt und was ihre Teile tun.',
  parts: {
    start: 'Anfangen',
    sell: 'Verkaufen',
    buy: 'Kaufen',
    operate: 'Betreiben',
    reference: 'Nachschlagen',
    internals: 'Innenleben',
  },
  search: 'Suchen',
  searchLabel: 'In der Dokumentation suchen',
  contents: 'Inhalt',
  contentsFolded: 'Inhalt, eingeklappt',
  runsOn: '{name} läuft mit {release}.',
  onThisPage: 'Auf dieser Seite',
  around: 'Weiter und zurück',
  found: 'Treffer',
  foundFor: 'Treffer für „{query}“',
  section: '<section>{title}</section><where> in {page}</where>',
  nothingTitle: 'Kein Dokument enthält alle diese Wörter',
  nothing: 'Versuche es mit weniger Wörtern, auf Englisch, oder mit dem Code eines Fehlers.',
  all: 'Alle Dokumente',
  inEnglish: 'Die Dokumente sind auf Englisch geschrieben. Suche am besten mit englischen Wörtern.',
}
