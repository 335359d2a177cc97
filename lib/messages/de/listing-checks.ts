import type { Translation } from '../catalog'
import type { listingChecks as english } from '../en/listing-checks'

export const listingChecks: Translation<typeof english> = {
  declares_bazaar: 'Setze das Häkchen bei „Eintragen“, damit Menschen und Agenten sie finden.',
  describes_input: 'Eine eingetragene Route sagt, was zu senden ist; ein Eingabeschema sagt es besser.',
  describes_output: 'Schreibe ein Ausgabeschema, damit Programme wissen, was sie bekommen.',
  has_description: 'Sage unter „Was Käufer bekommen“ in einem Satz, was sie liefert und wofür.',
  has_service_name: 'Bis zu 32 einfache Zeichen, die den Dienst benennen.',
  has_tags: 'Bis zu fünf Wörter, nach denen Käufer suchen würden.',
  secure: 'Diese Website läuft über http; wer sie betreibt, kann das ändern.',
}
