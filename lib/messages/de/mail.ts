import type { Translation } from '../catalog'
import type { mail as english } from '../en/mail'

export const mail: Translation<typeof english> = {
  notifications: 'Deine Benachrichtigungen',
  confirm: {
    title: 'Adresse bestätigen',
    ask: 'Ein Shop auf dieser Website möchte seine Nachrichten an die Adresse schicken, an der du diesen Link gefunden hast.',
    button: 'Ja, hierher schicken',
    doneTitle: 'Deine Adresse ist bestätigt',
    done: 'Die Nachrichten des Shops gehen ab jetzt dorthin.',
    refusedTitle: 'Dieser Link gilt nicht mehr',
    refused:
      'Er wurde schon benutzt, ist älter als 24 Stunden, oder es gibt einen neueren. Speichere die Adresse noch einmal, um einen neuen zu bekommen.',
  },
  unsubscribe: {
    title: 'Abbestellen',
    ask: 'Damit enden alle E-Mails zu diesem Shop an die Adresse, an der du diesen Link gefunden hast.',
    doneTitle: 'Du hast die E-Mails abbestellt',
    done: 'Zu diesem Shop kommen keine E-Mails mehr.',
    refusedTitle: 'Dieser Link funktioniert nicht',
    refused: 'Vielleicht fehlt ein Teil: Öffne ihn noch einmal aus der E-Mail oder kopiere ihn ganz.',
  },
}
