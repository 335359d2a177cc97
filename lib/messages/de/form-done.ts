import type { Translation } from '../catalog'
import type { formDone as english } from '../en/form-done'

export const formDone: Translation<typeof english> = {
  nothingToClaim: 'Es gab nichts einzuziehen.',
  claiming:
    '{channels, plural, one {Ein Kanal wird} other {# Kanäle werden}} eingezogen. Die Transaktion erscheint hier, meist binnen Sekunden.',
  keyMade: 'Erstellt. Kopiere den Schlüssel jetzt; er wird nicht noch einmal gezeigt.',
  saved: 'Gespeichert.',
  linkSent: 'Gespeichert. Öffne den Link, der unterwegs ist an {address}.',
  refundUnseen: 'Die Chain zeigt diese Transaktion noch nicht. Sieh gleich noch einmal nach.',
  payeeConfirmed: 'Bestätigt. Ab jetzt zahlen Käufer an diese Adresse.',
  webhookAdded: 'Hinzugefügt. Kopiere seinen Schlüssel jetzt; er wird nicht noch einmal gezeigt.',
  onItsWay: 'Sie ist wieder unterwegs.',
  lifted: 'Aufgehoben.',
  suspended: 'Gesperrt. Der Besitzer liest den Grund.',
  limitsSaved: 'Gespeichert. Sie gelten sofort.',
  invited: 'Erstellt. Sende diesen Link jetzt; er wird nicht noch einmal gezeigt.',
}
