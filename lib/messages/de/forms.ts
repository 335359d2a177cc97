import type { Translation } from '../catalog'
import type { forms as english } from '../en/forms'

export const forms: Translation<typeof english> = {
  notSaved: 'Noch nicht gespeichert',
  noAnswer:
    'Es kam keine Antwort, vielleicht ist es also nicht geschehen. Was du geschrieben hast, ist noch da: Versuche es gleich noch einmal.',
}
