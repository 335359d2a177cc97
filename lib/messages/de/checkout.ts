import type { Translation } from '../catalog'
import type { checkout as english } from '../en/checkout'

export const checkout: Translation<typeof english> = {
  notHere: 'Dafür kann keine Wallet im Browser zahlen. Ein Terminal kann es, siehe unten.',
  payWith: 'Zahlen mit',
  pay: '{amount} zahlen',
  payUpTo: 'Bis zu {amount} zahlen',
  showNewPrice: 'Neuen Preis zeigen',
  askOutcome: 'Nach dem Ausgang fragen',
  holds: '{wallet} <id>{address}</id> enthält <figures>{amount}</figures> auf {network}',
  holdsUnknown: '{wallet} <id>{address}</id>',
  yourAddress: 'Deine Adresse',
  other: {
    add: 'Mit einer anderen Wallet gekauft? Füge sie hinzu',
    signIn: 'Schon gekauft? Melde dich mit deiner Wallet an',
    pay: 'Noch nicht gekauft? Stattdessen zahlen',
  },
  ceiling: {
    signs:
      'Du signierst für höchstens {amount}. Was berechnet wird, wird danach gemessen: Es kann weniger sein, aber nie mehr. Der Beleg zeigt es.',
    permit2:
      'Solche Zahlungen laufen über Permit2, einen Vertrag, den viele Shops gemeinsam nutzen. Beim ersten Mal fragt deine Wallet zweimal: einmal, damit Permit2 diesen Betrag bewegen darf, einmal für die Zahlung. Beides sind reine Signaturen, du brauchst also keine Coins für Gas.',
  },
  busy: { settling: 'Wird abgerechnet', waiting: 'Wartet auf den Ausgang', refunding: 'Der Rest wird zurückgeholt' },
  progress: {
    switching: 'Deine Wallet fragt, ob sie das Netz wechseln soll.',
    confirming: 'Deine Wallet zeigt, was du gleich signierst. Bevor du bestätigst, bewegt sich nichts.',
    settling: 'Signiert. Die Zahlung ist unterwegs zur Chain.',
    waiting: 'Die Chain hat sie noch nicht bestätigt. Dieselbe Zahlung wird noch einmal nachgeschlagen.',
    opening: 'Was du gekauft hast, wird geöffnet.',
    refunding: 'Der Shop schickt zurück, was übrig ist. Das dauert ein oder zwei Blöcke.',
  },
  kept: {
    title: 'Du hast dafür schon eine Zahlung signiert',
    detail:
      'Ihr Ausgang war noch nicht bekannt. Frage danach: Dieselbe Zahlung wird nachgeschlagen, und nichts wird doppelt berechnet.',
  },
  refunded: {
    title: '{amount} sind zurück in deiner Wallet',
    nothing: 'Es war nichts übrig: Der Rest kam schon früher zurück',
    detail: 'Bei diesem Shop liegt kein Geld mehr von dir.',
  },
  shortage: {
    title: 'Dieser Wallet fehlen {amount}',
    free: 'Testgeld auf {network} ist hier kostenlos.',
    send: 'Schicke {symbol} auf {network} an deine Adresse oder zahle mit einer anderen Wallet.',
    get: 'Test-{symbol} holen',
    buy: '{symbol} kaufen',
    failed: 'Der Faucet hat nicht geantwortet. Dir wurde nichts berechnet. Versuche es noch einmal.',
    again: 'Noch einmal nachsehen',
  },
  bought: {
    title: 'Was du gekauft hast',
    paid: 'Gezahlt',
    open: 'Offen',
    library: 'Deine Bibliothek',
    receipt: 'Beleg',
    summary: '<figures>{amount}</figures> auf {network}, Beleg',
    network: 'Netz',
    transaction: 'Transaktion',
    transactionId: 'Transaktion',
    paidFrom: 'Gezahlt von',
    time: 'Zeit',
    signedFor: 'Signiert für höchstens',
    charged: 'Berechnet',
    save: 'Als Datei speichern',
    file: 'Das ist eine Datei zum Aufbewahren: Auf einer Seite lässt sie sich nicht zeigen.',
    cut: {
      title: 'Hier ist nur das erste Megabyte',
      detail:
        'Die Antwort ist größer, als diese Seite sie weitergibt. Ein Programm, das den Dienst selbst aufruft, bekommt sie ganz.',
    },
    toAdd:
      'Du bist mit einer anderen Wallet angemeldet. Füge diese in deiner Bibliothek hinzu, dann öffnet es sich auch hier von selbst.',
    head: 'Status {status, number} und {count, number} Header',
    headName: 'Status und Header',
    signedIn: 'Du bist angemeldet. In diesem Browser öffnet es sich von selbst.',
    keepOpen:
      'Melde dich mit der Wallet an, die gezahlt hat, dann öffnet es sich in diesem Browser von selbst. Das Anmelden kostet nichts.',
    notSignedIn:
      'Du bist nicht angemeldet. Was du gekauft hast, bleibt hier offen. Versuche es noch einmal, wann du möchtest.',
  },
  failure: {
    open: {
      title: 'Der Ausgang ist noch nicht bekannt',
      detail:
        'Deine Zahlung wurde gesendet, und eine endgültige Antwort steht noch aus. Dieser Browser bewahrt sie auf, auch wenn du die Seite schließt: Frage noch einmal, dann wird dieselbe Zahlung nachgeschlagen. Sie kann dir nicht doppelt berechnet werden.',
    },
    undelivered: {
      title: 'Gezahlt, aber der Inhalt ist noch nicht da',
      detail:
        'Die Zahlung ist abgerechnet, aber der Inhalt konnte nicht erstellt werden. Frage noch einmal: Dir wird nicht noch einmal etwas berechnet.',
    },
    usedUp: {
      title: 'Was du zurückgelegt hast, ist ausgegeben oder zurückgekommen',
      detail:
        'Für diesen Aufruf wurde nichts berechnet. Lege wieder einen Betrag zurück, um weiterzumachen. Deine Bibliothek zeigt, ob etwas übrig ist.',
    },
    otherCall: {
      title: 'Ein anderer Aufruf wird gerade beantwortet',
      detail:
        'Was du zurückgelegt hast, zahlt einen Aufruf nach dem anderen. Für diesen wurde nichts berechnet. Rufe gleich noch einmal auf.',
    },
    missed: {
      title: 'Die Antwort auf diesen Aufruf ging unterwegs verloren',
      detail:
        'Der Aufruf wurde gemacht und einmal berechnet. Was übrig ist, steht hier. Die Antwort ist nicht noch einmal zu haben. Rufe auf, wann du möchtest: Das ist ein neuer Aufruf.',
    },
    notRefunded: {
      title: 'Der Rest ist noch nicht zurück',
      detail:
        'Der Shop hat ihn gerade nicht zurückgegeben, oder seine Antwort steht noch aus. Nichts ist verloren: Versuche es in ein paar Minuten noch einmal, hier oder in deiner Bibliothek. Deine Wallet kann ihn auch ohne den Shop zurückholen. In der Bibliothek steht, wie.',
    },
    landedElsewhere: {
      title: 'Diese Zahlung wurde schon verwendet, bevor sie hier ankam',
      detail:
        'Das Geld ist beim Shop angekommen, und hier wurde dafür nichts geöffnet. Der Shop sieht die Zahlung und kann sie zurückgeben.',
    },
    notBought: {
      title: 'Diese Wallet hat es nicht gekauft',
      detail:
        'Du bist angemeldet, und dir wurde nichts berechnet. Zahle dafür oder melde dich mit der Wallet an, die gezahlt hat.',
    },
    disputed: {
      title: 'Der Dienst lehnt eine Zahlung ab, die er vielleicht genommen hat',
      lapsed:
        'Seine Antwort auf deine Zahlung ging verloren, und jetzt lehnt er dieselbe Zahlung ab{hasReason, select, yes { ({reason})} other {}}. Dein Guthaben zeigt, ob die Zahlung genommen wurde. Wenn nicht, ist sie jetzt abgelaufen und kann nicht mehr genommen werden. Zahlst du noch einmal, ist das eine neue Zahlung.',
      waiting:
        'Seine Antwort auf deine Zahlung ging verloren, und jetzt lehnt er dieselbe Zahlung ab{hasReason, select, yes { ({reason})} other {}}. Dein Guthaben zeigt, ob die Zahlung genommen wurde. Wenn nicht, läuft sie in wenigen Minuten ab. Signierst du vorher eine neue, zahlst du vielleicht doppelt. Dieser Browser bewahrt die erste auf: Frage später noch einmal.',
    },
    unchecked: {
      title: 'Zahlungen können gerade nicht geprüft werden',
      detail:
        'Der Dienst, der Zahlungen abrechnet, antwortet nicht. Dir wurde nichts berechnet. Deine signierte Zahlung bleibt aufbewahrt und kann noch einmal gesendet werden.',
    },
    notPassedOn: {
      title: 'Die Zahlung wurde nicht weitergegeben',
      detail:
        'Die Weiterleitung dieser Website war ausgelastet. Dir wurde nichts berechnet. Deine signierte Zahlung bleibt aufbewahrt und kann noch einmal gesendet werden.',
      said: '{said} Dir wurde nichts berechnet. Deine signierte Zahlung bleibt aufbewahrt und kann noch einmal gesendet werden.',
    },
    notMade: {
      title: 'Der Inhalt konnte nicht erstellt werden',
      detail:
        'Dir wurde nichts berechnet. Die signierte Zahlung bleibt aufbewahrt und kann noch einmal gesendet werden.',
      said: 'Dir wurde nichts berechnet. Die signierte Zahlung bleibt aufbewahrt. Die Antwort lautet: „{said}“',
    },
    used: {
      title: 'Du hast dafür schon gezahlt',
      signIn:
        'Diese Zahlung wurde schon verwendet, und es wurde nichts noch einmal berechnet. Melde dich mit der Wallet an, die gezahlt hat, um es zu öffnen.',
      once: 'Diese Zahlung wurde schon verwendet, die Antwort darauf wurde gesendet, und es wurde nichts noch einmal berechnet. Der Beleg liegt in deiner Bibliothek.',
    },
    ownWallet: {
      title: 'Diese Wallet ist die, die bezahlt wird',
      detail: 'Wähle eine andere Wallet zum Bezahlen. Dir wurde nichts berechnet.',
    },
    insufficient: {
      title: 'In der Wallet ist nicht genug',
      detail: 'Vielleicht hält eine andere Zahlung von dir das Guthaben fest. Dir wurde nichts berechnet.',
    },
    late: {
      title: 'Die signierte Zahlung ist abgelaufen, bevor sie ankam',
      detail:
        'Sie wurde vor zu langer Zeit signiert, oder die Uhr dieses Geräts geht nach. Sie kann nicht mehr verwendet werden, und dir wurde nichts berechnet. Signiere eine neue.',
    },
    refused: {
      title: 'Die Zahlung wurde nicht angenommen',
      said: 'Dir wurde nichts berechnet. Die Antwort des Shops lautet: „{said}“',
      reason: 'Dir wurde nichts berechnet. Der Shop nennt diesen Grund: {reason}.',
      noReason: 'Dir wurde nichts berechnet. Der Shop nennt keinen Grund.',
    },
    badRequest: {
      title: 'Der Shop kann diese Anfrage nicht beantworten',
      detail: 'Sie wurde abgelehnt, bevor etwas abgerechnet wurde. Dir wurde nichts berechnet.',
      said: 'Dir wurde nichts berechnet. Die Antwort des Shops lautet: „{said}“',
    },
  },
}
