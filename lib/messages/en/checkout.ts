/** Paying in the browser: the choice, the progress, the receipt, and what can go wrong. */
export const checkout = {
  notHere: 'No wallet in a browser can pay for this. A terminal can; see below.',
  payWith: 'Pay with',
  pay: 'Pay {amount}',
  payUpTo: 'Pay up to {amount}',
  showNewPrice: 'Show the new price',
  askOutcome: 'Ask for the outcome',
  holds: '{wallet} <id>{address}</id> holds <figures>{amount}</figures> on {network}',
  holdsUnknown: '{wallet} <id>{address}</id>',
  yourAddress: 'your address',
  other: {
    add: 'Bought with another wallet? Add it',
    signIn: 'Already bought? Sign in with your wallet',
    pay: 'Not bought yet? Pay instead',
  },
  ceiling: {
    signs:
      'You sign for at most {amount}. What is charged is measured afterwards, can be less, and can never be more; the receipt shows it.',
    permit2:
      'Such payments go through Permit2, a contract that many shops share. The first time, your wallet asks twice: once to let Permit2 move this amount, once for the payment. Both are only signatures, so you need no coin for gas.',
  },
  busy: { settling: 'Settling', waiting: 'Waiting for the outcome', refunding: 'Getting the rest back' },
  progress: {
    switching: 'Your wallet asks whether to change the network.',
    confirming: 'Your wallet shows what you are about to sign. Nothing moves before you confirm.',
    settling: 'Signed. The payment is on its way to the chain.',
    waiting: 'The chain has not confirmed it yet. The same payment is looked up again.',
    opening: 'Opening what you bought.',
    refunding: 'The seller sends back what is left. It takes a block or two.',
  },
  kept: {
    title: 'You have signed a payment for this already',
    detail: 'Its outcome was not known yet. Ask for it: the same payment is looked up, and nothing is charged twice.',
  },
  refunded: {
    title: '{amount} is back in your wallet',
    nothing: 'Nothing was left: it had already come back',
    detail: 'This seller holds none of your money any more.',
  },
  shortage: {
    title: 'This wallet is {amount} short',
    free: 'Test money on {network} is free here.',
    send: 'Send {symbol} on {network} to your address, or pay with another wallet.',
    get: 'Get test {symbol}',
    buy: 'Buy {symbol}',
    failed: 'The faucet did not answer. Nothing was charged; try again.',
    again: 'Look again',
  },
  bought: {
    title: 'What you bought',
    paid: 'Paid',
    open: 'Open',
    library: 'Your library',
    receipt: 'Receipt',
    summary: '<figures>{amount}</figures> on {network}, receipt',
    network: 'Network',
    transaction: 'Transaction',
    transactionId: 'transaction',
    paidFrom: 'Paid from',
    time: 'Time',
    signedFor: 'You signed for at most',
    charged: 'Charged',
    save: 'Save as a file',
    file: 'This is a file to keep: it cannot be shown on a page.',
    cut: {
      title: 'Only the first megabyte is here',
      detail: 'The answer is larger than this page passes on. A program that calls the service itself gets all of it.',
    },
    toAdd: 'You are signed in with another wallet. Add this one in your library, and it opens automatically here too.',
    head: 'Status {status, number} and {count, number} headers',
    headName: 'status and headers',
    signedIn: 'You are signed in. It opens automatically in this browser.',
    keepOpen:
      'Sign in with the wallet that paid, and it opens automatically in this browser. Signing in costs nothing.',
    notSignedIn: 'You are not signed in. What you bought stays open here; try again when you like.',
  },
  failure: {
    open: {
      title: 'The outcome is not known yet',
      detail:
        'Your payment was sent and no final answer has come. This browser keeps it, even if you close the page: ask again, and the same payment is looked up. You cannot be charged twice.',
    },
    undelivered: {
      title: 'Paid, but the content is not here yet',
      detail: 'The payment settled, but the content could not be made. Ask again: you are not charged again.',
    },
    usedUp: {
      title: 'What you put aside is spent or has come back',
      detail:
        'Nothing was charged for this call. Put an amount aside again to go on; your library shows whether anything is left.',
    },
    otherCall: {
      title: 'Another call is being answered',
      detail: 'What you put aside pays one call at a time. Nothing was charged for this one; call again in a moment.',
    },
    missed: {
      title: 'The answer to this call was lost on its way',
      detail:
        'The call was made and charged once; what is left is shown here. The answer cannot be had again. Call again when you like: it is a new call.',
    },
    notRefunded: {
      title: 'The rest has not come back yet',
      detail:
        'The seller did not give it back just now, or its answer is still open. Nothing is lost: try again in a few minutes, here or in your library. Your wallet can also take it back without the seller; the library says how.',
    },
    landedElsewhere: {
      title: 'This payment was used before it came here',
      detail:
        'Its money has reached the seller, and nothing was opened for it here. The seller sees it and can give it back.',
    },
    notBought: {
      title: 'This wallet has not bought it',
      detail: 'You are signed in and nothing was charged. Pay for it, or sign in with the wallet that paid.',
    },
    disputed: {
      title: 'The service refuses a payment that it may have taken',
      lapsed:
        'Its answer to your payment was lost, and now it refuses the same payment{hasReason, select, yes { ({reason})} other {}}. Your balance shows whether the payment was taken. If not, it has expired and can no longer be taken. If you pay again, that is a new payment.',
      waiting:
        'Its answer to your payment was lost, and now it refuses the same payment{hasReason, select, yes { ({reason})} other {}}. Your balance shows whether the payment was taken. If not, it expires within minutes; if you sign a new one before then, you may pay twice. This browser keeps the first one: ask again later.',
    },
    unchecked: {
      title: 'Payments cannot be checked just now',
      detail:
        'The service that settles payments does not answer. You were not charged; your signed payment is kept and can be sent again.',
    },
    notPassedOn: {
      title: 'The payment was not passed on',
      detail:
        'The relay of this site was busy. Nothing was charged; your signed payment is kept and can be sent again.',
      said: '{said} Nothing was charged; your signed payment is kept and can be sent again.',
    },
    notMade: {
      title: 'The content could not be made',
      detail: 'You were not charged. The signed payment is kept and can be sent again.',
      said: '{said}',
    },
    used: {
      title: 'You have paid for this already',
      signIn:
        'This payment was used before and nothing was charged again. Sign in with the wallet that paid to open it.',
      once: 'This payment was used before, its answer was sent, and nothing was charged again. The receipt is in your library.',
    },
    ownWallet: {
      title: 'This wallet is the one that is paid',
      detail: 'Choose another wallet to pay with. You were not charged.',
    },
    insufficient: {
      title: 'There is not enough in the wallet',
      detail: 'Another payment of yours may be holding the balance. You were not charged.',
    },
    late: {
      title: 'The signed payment ran out before it arrived',
      detail:
        'It was signed too long ago, or the clock of this device is slow. It can no longer be used and you were not charged. Sign a new one.',
    },
    refused: {
      title: 'The payment was not accepted',
      said: '{said}',
      reason: 'You were not charged. The shop gives this reason: {reason}.',
      noReason: 'You were not charged. The shop gives no reason.',
    },
    badRequest: {
      title: 'The shop cannot answer this request',
      detail: 'It was refused before anything was settled. You were not charged.',
      said: '{said}',
    },
  },
} as const
