import type { Translation } from '../catalog'
import type { callSentences as english } from '../en/call-sentences'

export const callSentences: Translation<typeof english> = {
  elsewhere: 'Diese Adresse ist nur für die Seiten dieser Website da.',
  busy: 'Gerade laufen zu viele Aufrufe. Versuche es gleich noch einmal.',
  tooOften: 'Zu viele Aufrufe in kurzer Zeit.',
  input: 'Erwartet werden ein Schlüssel, deklarierte Werte und eine Zahlung.',
  unlisted: 'Eine solche Ressource ist nicht eingetragen.',
  servedHere: 'Diese Ressource gibt es auf dieser Website; rufe sie unter ihrer eigenen Adresse auf.',
  parameter: 'Der Parameter {name} ist ungültig: {why}.',
  redirects: 'Der Dienst leitet an eine andere Adresse weiter.',
  redirectsMany: 'Mehr als {count} Weiterleitungen.',
  redirectInsecure: 'Eine Weiterleitung führt von https zu http.',
  noUrl: 'Die Adresse ist keine URL.',
  scheme: 'Nur http und https werden abgerufen.',
  credentials: 'Die Adresse enthält Zugangsdaten.',
  port: 'Der Port ist keiner für HTTP.',
  noAddress: 'Der Name hat keine Adresse.',
  private: 'Der Name führt zu einer Adresse, die nicht öffentlich ist.',
  unresolved: 'Der Name lässt sich nicht auflösen.',
  slow: 'Es hat zu lange gedauert.',
  large: 'Die Antwort ist größer als {bytes} Bytes.',
  unreachable: 'Der Host war nicht zu erreichen oder brach ab.',
  otherSearch: 'Der Cursor gehört zu einer anderen Suche; beginne ohne ihn von vorn.',
}
