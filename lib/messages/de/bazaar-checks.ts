import type { Translation } from '../catalog'
import type { bazaarChecks as english } from '../en/bazaar-checks'

export const bazaarChecks: Translation<typeof english> = {
  processing: 'Es wird gerade angesehen.',
  wholeAddress: 'Schreibe die ganze Adresse, mit http:// oder https://.',
  tooMany: 'Zu viele Prüfungen in kurzer Zeit. Komme in {seconds} s wieder.',
  tooSoon: 'Dieser Host wurde eben erst gefragt. Versuche es in ein paar Sekunden noch einmal.',
  titles: {
    answers_402: 'Antwortet mit dem Preis',
    payable_option: 'Sagt, wie man zahlt',
    resource_matches: 'Spricht von der eigenen Adresse',
    bazaar_valid: 'Gültige Angaben für die Suche',
    addressable: 'Hat eine öffentliche Adresse',
    version_2: 'Spricht Version 2',
    declares_bazaar: 'Will eingetragen werden',
    describes_input: 'Sagt, was zu senden ist',
    describes_output: 'Sagt, was zurückkommt',
    has_description: 'Hat eine Beschreibung',
    has_service_name: 'Hat einen Namen',
    has_tags: 'Hat Tags',
    known_price: 'Preis in Dollar',
    secure: 'Läuft über https',
    fast: 'Antwortet schnell',
    small: 'Klein genug für Header',
    field: '{field} gültig',
  },
  found: {
    version_2: 'x402Version ist {value}.',
    has_description: 'Die Beschreibung hat {value} Zeichen.',
    has_tags: 'Es hat {value} Tags.',
    secure: 'Es läuft über {value}.',
    fast: 'Es hat in {value} ms geantwortet.',
    small: 'Die 402 hat etwa {value} Zeichen.',
  },
  fixes: {
    payable_option:
      'Gib jeder Option in `accepts` ein Scheme, ein CAIP-2-Netz, einen Betrag in atomaren Einheiten, ein Asset und payTo.',
    resource_matches: 'Setze resource.url auf die öffentliche Adresse der Route oder lass es weg.',
    bazaar_valid:
      'Gib info.input mit type und method an und ein Schema, zu dem info passt; siehe die Seite über den Bazaar in der Dokumentation.',
    addressable: 'Biete es unter einem öffentlichen Hostnamen an, per http oder https.',
    version_2: 'Sende Version 2, mit PAYMENT-REQUIRED in einem Header.',
    declares_bazaar: 'Gib bazaar mit discoverable: true an, damit Abrechnungen den Eintrag frisch halten.',
    describes_input: 'Gib inputSchema an, damit Agenten die Route ohne ihre Dokumentation aufrufen können.',
    describes_output: 'Gib outputSchema an oder ein Beispiel der Antwort.',
    has_description: 'Sage in einem Satz, was die Route liefert und für welche Eingabe.',
    has_service_name: 'Setze resource.serviceName: bis zu 32 druckbare ASCII-Zeichen.',
    has_tags: 'Setze resource.tags: bis zu fünf Wörter, nach denen man suchen würde.',
    known_price: 'Biete eine Option in einem Dollar-Coin auf einem verbreiteten Netz an.',
    secure: 'Biete es über https an; viele Clients zahlen sonst nicht.',
    fast: 'Beantworte unbezahlte Anfragen vor jeder langsamen Arbeit.',
    small: 'Bleibe unter 8 KiB: Clients senden es in einem Header der Anfrage zurück.',
    field: 'Berichtige {value}; bis dahin fehlt es im Eintrag.',
  },
  probe: {
    address_refused:
      'Die Adresse führt in ein Netz, das nicht öffentlich ist. Biete es auf einem öffentlichen Host an.',
    unreachable: 'Der Host war nicht zu erreichen. Prüfe seinen Namen und ob er läuft.',
    timeout: 'Der Host brauchte mehr als 8 Sekunden. Beantworte unbezahlte Anfragen sofort.',
    too_large: 'Die Antwort ist größer als 256 kB. Eine 402 braucht einen Header und einen kurzen Body.',
    challenge_missing:
      'Es antwortet mit 402 ohne den Header PAYMENT-REQUIRED. Sende dort die Payment Requirements, als JSON in Base64.',
    challenge_malformed:
      'Der Header PAYMENT-REQUIRED ist kein Standard-Base64 eines JSON-Objekts von höchstens 16 KiB.',
    not_mcp:
      'Dort hat kein MCP-Server per Streamable HTTP geantwortet. Gib die Adresse seines Endpunkts an; er darf keine Anmeldung verlangen.',
    tool_missing: 'Der Server führt kein Tool mit diesem Namen.',
    tool_unpaid:
      'Das Tool lief ohne Zahlung. Ein bezahltes Tool lehnt einen unbezahlten Aufruf mit seinen Payment Requirements ab.',
    arguments_refused:
      'Das Tool hat einen Aufruf ohne Argumente abgelehnt, bevor es eine Zahlung verlangte. Verlange zuerst die Zahlung oder lass die Argumente optional.',
    terms_missing:
      'Das Tool hat den unbezahlten Aufruf ohne Payment Requirements abgelehnt. Sende sie als structuredContent und als Text.',
    not_402:
      'Es hat auf eine Anfrage ohne Zahlung mit {value} geantwortet. Eine bezahlte Ressource antwortet mit 402, bei dieser Methode.',
  },
  rejections: {
    delisted: 'Der Besitzer hat diesen Eintrag entfernt. Die Wallet in payTo kann ihn wieder eintragen.',
    toolName: 'Der Name eines Tools hat bis zu 128 druckbare Zeichen und keine Leerzeichen.',
    notPublic:
      'Der Host hat keinen öffentlichen Namen. IP-Adressen, private Namen und loopback können nicht eingetragen werden.',
    toolsBySeller: 'Tools dieser Website werden nach dem eingetragen, was die Shops im Dashboard angeben.',
    soldHere: 'Das wird auf dieser Website verkauft und nach dem eingetragen, was der Shop im Dashboard angibt.',
  },
}
