import type { Translation } from '../catalog'
import type { passing as english } from '../en/passing'

export const passing: Translation<typeof english> = {
  upload: 'Größter Upload, in Megabyte',
  uploadHint:
    'Er wird weitergegeben, wie er kommt. Leer: eine Anfrage von höchstens einem Megabyte, die zuerst gelesen wird.',
  streaming: 'Die Antwort weitergeben, wie sie kommt: Ereignisse und Dateien jeder Größe',
  seconds: 'Sekunden, die eine solche Antwort dauern darf',
}
