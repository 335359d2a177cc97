/** What is done in the library, in the browser. */
export const libraryActions = {
  addWallet: {
    about: 'Two signatures: one of the new wallet, then one of a wallet that is in your library already.',
    join: 'Add this wallet',
    newAddress: 'address of the new wallet',
    signed:
      '<wallet></wallet> has signed. Now sign with a wallet that is in your library already, so that nobody else can add one.',
    letIn: 'Add it to your library',
  },
  channel: {
    closed: 'Closed: {amount} is back in your wallet',
    asking: 'Getting it back',
    get: 'Get {left} back',
    call: 'Call or top up',
    elsewhere: 'Call from the browser that opened it.',
    units: '{amount} units of {asset}',
    ends: {
      lost: 'The server did not answer. Load this page again before you retry.',
      not_found: 'It is not in your library any more. Sign in with the wallet that put it aside, then try again.',
      nothing: 'Nothing is left in it: what was put aside is spent or has come back already.',
      busy: 'A call is being answered out of it. Nothing was changed; try again in a moment.',
      unknown: 'It is on its way, and the chain has not confirmed it yet. Load this page again in a few minutes.',
      refused: 'It could not be given back just now. Nothing was changed; try again in a few minutes.',
    },
  },
} as const
