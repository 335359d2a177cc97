import type { Translation } from '../catalog'
import type { passing as english } from '../en/passing'

export const passing: Translation<typeof english> = {
  upload: 'Größter Upload, in Megabyte',
  uploadHint:
    'Er wird weitergegeben, wie er kommt. Leer: eine Anfrage von höchstens einem Megabyte, die zuerst gelesen wird.',
  streaming: 'Die Antwort weitergeben, wie sie kommt: Ereignisse und Dateien jeder Größe',
  seconds: 'Sekunden, die eine solche Antwort dauern darf',
  creditOf: 'Höchstens unbezahlt, in Dollar, um auch auf Kredit zu verkaufen; leer: kein Kredit',
  credit: {
    title: 'Eine Antwort nach Verbrauch, die weitergegeben wird, wie sie kommt',
    usual:
      'Sie wird aus Zahlungskanälen verkauft: Ein Käufer legt einen Betrag zurück, und jeder Teil ist bezahlt, bevor er hinausgeht. Netzwerke ohne Kanäle bleiben weg.',
    label: 'Auch auf Kredit verkaufen, an Käufer ohne Kanal',
    risk: 'Auf Kredit geht die Antwort zuerst hinaus und wird an ihrem Ende abgerechnet. Ein Käufer, der das Geld vorher wegschafft, hat nicht bezahlt und kann mit einer anderen Wallet wiederkommen. Die Antwort endet bei dem Betrag, den du erlaubst: Mehr kann eine Wallet dir nicht schulden.',
    most: 'Höchstens unbezahlt, in Dollar',
    mostHint:
      'Eine neue Wallet kostet einen Käufer etwa 0,002 Dollar. Erlaube nur dann mehr, wenn du es immer wieder verlieren kannst.',
  },
}
