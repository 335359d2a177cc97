import type { Translation } from '../catalog'
import type { failure as english } from '../en/failure'

export const failure: Translation<typeof english> = {
  title: 'Diese Seite kann gerade nicht gezeigt werden',
  detail:
    'Auf diesem Server ist beim Aufbau der Seite etwas fehlgeschlagen. Das Ansehen einer Seite bewegt nie Geld. Eine frühere Zahlung von dir ist sicher, und ihr Beleg liegt in deiner Bibliothek.',
  reference: 'Referenz: <figures>{reference}</figures>',
  retry: 'Noch einmal versuchen',
}
