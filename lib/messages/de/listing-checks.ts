import type { Translation } from '../catalog'
import type { listingChecks as english } from '../en/listing-checks'

export const listingChecks: Translation<typeof english> = {
  titles: {
    answers_402: 'Antwortet mit ihrem Preis',
    payable_option: 'Sagt, wie man zahlt',
    resource_matches: 'Nennt die eigene Adresse',
    bazaar_valid: 'Gültige Angaben zum Auffinden',
    addressable: 'Hat eine öffentliche Adresse',
    version_2: 'Spricht Version 2',
    declares_bazaar: 'Möchte eingetragen werden',
    describes_input: 'Sagt, was zu senden ist',
    describes_output: 'Sagt, was zurückkommt',
    has_description: 'Hat eine Beschreibung',
    has_service_name: 'Hat einen Dienstnamen',
    has_tags: 'Hat Schlagwörter',
    known_price: 'Preis in Dollar',
    secure: 'Über https erreichbar',
    fast: 'Antwortet schnell',
    small: 'Klein genug für Header',
  },
  advice: {
    declares_bazaar: 'Setz das Häkchen bei „Eintragen“, damit Menschen und Agenten sie finden.',
    describes_input: 'Eine eingetragene Route sagt, was zu senden ist; ein Eingabeschema sagt es besser.',
    describes_output: 'Schreib ein Ausgabeschema, damit Programme wissen, was sie bekommen.',
    has_description: 'Sag unter „Was Käufer bekommen“ in einem Satz, was sie liefert und wofür.',
    has_service_name: 'Bis zu 32 einfache Zeichen, die den Dienst benennen.',
    has_tags: 'Bis zu fünf Wörter, nach denen Käufer suchen würden.',
    secure: 'Diese Website läuft über http; wer sie betreibt, kann das ändern.',
  },
}
