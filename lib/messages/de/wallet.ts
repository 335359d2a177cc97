import type { Translation } from '../catalog'
import type { wallet as english } from '../en/wallet'

export const wallet: Translation<typeof english> = {
  groups: { here: 'In diesem Browser', onPhone: 'Auf deinem Telefon', withPasskey: 'Mit einem Passkey' },
  connect: 'Wallet verbinden',
  continueAs: 'Weiter als {address}',
  connecting: 'Wird verbunden',
  confirm: 'Bestätige in deiner Wallet',
  opening: 'Wird geöffnet',
  switchTo: 'Zu {network} wechseln',
  signIn: 'Mit Wallet anmelden',
  where: 'Wo deine Wallet ist',
  noNetwork: 'Diese Website hat kein Netz, auf dem eine Wallet im Browser signieren kann.',
  signing: 'Deine Wallet zeigt eine Nachricht zum Signieren. Das kostet nichts.',
  noCode: {
    title: 'Der Wallet-Teil dieser Seite wurde nicht geladen',
    detail: 'Dir wurde nichts berechnet. Prüfe deine Verbindung und drücke die Schaltfläche noch einmal.',
  },
  choice: { title: 'Wähle deine Wallet.', connect: '{name} verbinden' },
  demo: {
    use: 'Demo-Wallet nutzen',
    about: 'Keine Wallet? Diese entsteht in deinem Browser und enthält Spielgeld.',
  },
  none: {
    title: 'In diesem Browser ist keine {family, select, evm {Ethereum} other {Solana}}-Wallet',
    what: 'Eine Wallet ist eine App oder eine Browser-Erweiterung, die dein Geld verwahrt. Sie fragt dich, bevor sie etwas zahlt oder signiert, und diese Website sieht ihre Schlüssel nie.',
    how: 'Installiere am Computer eine Wallet wie {family, select, evm {MetaMask oder Rabby} other {Phantom oder Solflare}} von der Website ihres Herstellers und lade dann diese Seite neu. Öffne die Seite am Telefon im Browser deiner Wallet-App.',
    reload: 'Diese Seite neu laden',
  },
  failure: {
    declined: {
      title: 'Du hast in deiner Wallet abgelehnt',
      detail: 'Es wurde nichts signiert und nichts berechnet. Du kannst es jederzeit noch einmal versuchen.',
    },
    termsChanged: {
      title: 'Der Preis hat sich geändert, seit diese Seite gezeigt wurde',
      detail:
        'Es wurde nichts signiert und nichts berechnet. Lade die Seite neu, um den neuen Preis zu sehen, bevor du dich entscheidest.',
    },
    openAlready: {
      title: 'Dafür ist schon eine Zahlung offen',
      detail:
        'Sie wurde in einem anderen Tab dieses Browsers signiert. Jetzt wurde nichts signiert. Frage zuerst nach ihrem Ausgang.',
    },
    unreachable: {
      title: 'Der Shop antwortet nicht',
      detail: 'Es wurde nichts signiert und nichts berechnet. Prüfe deine Verbindung und versuche es noch einmal.',
    },
    notTaken: {
      title: 'Diese Wallet wurde nicht angenommen',
      detail: 'Die Website konnte nicht antworten. Es wurde nichts geändert. Versuche es noch einmal.',
    },
    signInLate: {
      title: 'Die Anfrage zur Anmeldung ist abgelaufen',
      detail:
        'Sie wurde zu spät signiert. Dir wurde nichts berechnet. Signiere die neue, die beim nächsten Versuch kommt.',
    },
    signInRefused: {
      title: 'Die Anmeldung wurde nicht angenommen',
      detail: 'Dir wurde nichts berechnet. Versuche es noch einmal mit der Wallet, die gezahlt hat.',
    },
    unprepared: {
      title: 'Die Zahlung konnte nicht vorbereitet werden',
      detail:
        'Dir wurde nichts berechnet. Die Wallet oder {network} war nicht wie nötig erreichbar. Versuche es noch einmal oder wähle einen anderen Weg zu zahlen.',
    },
  },
}
