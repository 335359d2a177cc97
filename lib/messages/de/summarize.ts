import type { Translation } from '../catalog'
import type { summarize as english } from '../en/summarize'

export const summarize: Translation<typeof english> = {
  title: 'Einen Text zusammenfassen',
  description:
    'Die wichtigsten Sätze eines Textes, berechnet nach seiner Länge, bis zu einer Obergrenze, die du signierst.',
  about:
    'Du signierst für eine Obergrenze, bevor etwas geschieht, und zahlst, was verbraucht wurde: 0.01 USDC je angefangene {characters, number} Zeichen deines Textes.',
  again: 'Einen anderen Text zusammenfassen',
  extent: '{kept, number} von {total, number} Sätzen behalten, aus {characters, number} Zeichen.',
  answer: 'Die Antwort, wie sie kam',
  text: 'Dein Text',
  length: '{count, number} von höchstens {most, number} Zeichen',
  shorten: 'Kürze ihn um {count, number} Zeichen.',
  costs: 'Dieser Text kostet',
  fee: 'Netzgebühr',
  noFee: 'Keine',
  signFor: 'Du signierst für höchstens',
  tooLong: 'Der Text ist zu lang, um zusammengefasst zu werden.',
  enter: 'Gib einen Text ein, um weiterzumachen.',
}
