import type { Translation } from '../catalog'
import type { bazaarAdd as english } from '../en/bazaar-add'

export const bazaarAdd: Translation<typeof english> = {
  url: 'Adresse des Dienstes',
  urlHint: 'Eine, die auf eine Anfrage ohne Zahlung mit 402 antwortet. Mit einem Wert für jeden Parameter im Pfad.',
  method: 'Methode',
  tool: 'Tool, falls es ein MCP-Server ist',
  toolHint: 'Der Name, unter dem der Server es führt. Die Methode zählt dann nicht. Sonst leer lassen.',
  check: 'Prüfen',
  checkAgain: 'Noch einmal prüfen',
  list: 'Eintragen',
  asking: 'Die Adresse wird ohne Zahlung gefragt',
  listable: 'Es kann eingetragen werden. Was als „Besser“ markiert ist, macht es leichter zu finden.',
  missing: 'Es kann noch nicht eingetragen werden: {count, plural, one {Ein Punkt fehlt} other {# Punkte fehlen}}.',
  notListed: 'Es ist nicht eingetragen',
  checks: { label: 'Prüfungen', passes: 'Erfüllt', needed: 'Nötig', better: 'Besser' },
}
