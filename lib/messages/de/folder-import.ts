import type { Translation } from '../catalog'
import type { folderImport as english } from '../en/folder-import'

export const folderImport: Translation<typeof english> = {
  chooseFolder: 'Ordner wählen',
  chooseFiles: 'Dateien wählen',
  noText: 'Es ist keine Markdown-Datei darunter. Wähle Dateien, deren Namen auf .md oder .markdown enden.',
  texts: 'Texte',
  price: 'Preis, wo ein Text keinen nennt, in Dollar',
  noPrice: 'Einige Texte nennen keinen Preis. Schreibe einen für sie.',
  noNetwork: 'Wähle mindestens ein Netz.',
  sellAtOnce: 'Sofort verkaufen, nicht als Entwürfe speichern',
  import: '{count, plural, one {Einen Artikel importieren} other {# Artikel importieren}}',
  progress: '{done, number} von {all, number} sind importiert.',
  stay: 'Bleibe auf dieser Seite, bis alle importiert sind.',
  seeRoutes: 'Deine Routen ansehen',
  sendingImage: 'Bild {number, number} von {count, number} wird gesendet …',
  saving: 'Wird gespeichert …',
  imported: 'Importiert',
  missing: 'Nicht im Ordner, daher als Beschreibung gezeigt: {images}',
  images: '{count, plural, one {ein Bild} other {# Bilder}}',
  leftOut: 'Ausgelassen',
  refused: {
    tooMany: 'Mehr als {count, number} Texte: Importiere diesen beim nächsten Mal.',
    tooLarge: 'Er ist größer als 2 MB.',
    nothingPaid: 'Er hat keinen Text, für den man zahlen könnte.',
  },
  imageFault: 'Bild {name}: {fault}',
}
