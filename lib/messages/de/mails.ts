import type { Translation } from '../catalog'
import type { mails as english } from '../en/mails'

export const mails: Translation<typeof english> = {
  why: 'Du bekommst dies, weil diese Adresse für einen Shop bestätigt wurde. So bestellst du diese E-Mails ab:',
  unsubscribe: 'Abbestellen',
  confirm: {
    subject: 'Bestätige diese Adresse für {site}',
    who: 'Jemand möchte, dass der Shop „{handle}“ auf {site} seine Nachrichten an diese Adresse schickt.',
    how: 'Wenn du das warst, folge dem Link innerhalb von 24 Stunden. Wenn nicht, tu nichts: Es kommt keine weitere E-Mail.',
    link: 'Bestätigen',
  },
  sold: { subject: 'Verkauft: {title} für {amount}', what: '„{title}“ wurde gekauft.' },
  refund: {
    subject: 'Eine Rückzahlung steht aus: {title}, {amount}',
    what: 'Für „{title}“ ging Geld ein, aber nichts wurde geliefert. Gib es auf der Seite der Zahlung zurück.',
  },
  paid: '{amount} auf {network}, bezahlt von {payer}.',
  payment: 'Die Zahlung',
  failing: {
    subject: 'Dein Server lässt Käufer im Stich: {title}',
    what: 'Die letzten {failures, number} Käufer von „{title}“ bekamen von deinem Server nichts ({reason}).',
    free: 'Niemandem davon wurde etwas berechnet.',
    route: 'Die Route',
    reasons: {
      handler_502: 'er war nicht zu erreichen oder antwortete mit einem Fehler',
      handler_504: 'er antwortete nicht rechtzeitig',
    },
  },
  summary: {
    subject: 'Verkauft am {day}: {sums}',
    what: 'Eingänge am {day} (UTC):',
    total: '{amount} auf {network}, {payments, plural, one {eine Zahlung} other {# Zahlungen}}',
    ofRoute: '„{title}“: {amount}, {payments, plural, one {eine Zahlung} other {# Zahlungen}}',
    link: 'Deine Zahlungen',
  },
}
