import type { Translation } from '../catalog'
import type { articles as english } from '../en/articles'

export const articles: Translation<typeof english> = {
  title: 'Artikel',
  description: 'Essays über das Zahlen und Bezahltwerden je Anfrage, für je ein paar Cent.',
  about:
    'Über das Zahlen und Bezahltwerden je Anfrage, auf Englisch. Je ein paar Cent, einmal gezahlt. Die Wallet, die gezahlt hat, kann sie immer wieder öffnen.',
  all: 'Alle Artikel',
  minutes: '{count, number} Minuten Lesezeit',
  minutesShort: '{count, number} Min.',
}
