/** Connecting a wallet and signing with it, wherever a page asks for one. */
export const wallet = {
  groups: { here: 'In this browser', onPhone: 'On your phone', withPasskey: 'With a passkey' },
  connect: 'Connect wallet',
  continueAs: 'Continue as {address}',
  connecting: 'Connecting',
  confirm: 'Confirm in your wallet',
  opening: 'Opening',
  switchTo: 'Switch to {network}',
  signIn: 'Sign in with wallet',
  where: 'Where your wallet is',
  noNetwork: 'This site has no network on which a wallet in a browser can sign.',
  signing: 'Your wallet shows a message to sign. Signing it costs nothing.',
  noCode: {
    title: 'The wallet part of this page did not load',
    detail: 'Nothing was charged. Check your connection and press the button again.',
  },
  choice: { title: 'Choose your wallet.', connect: 'Connect {name}' },
  demo: {
    use: 'Use the demo wallet',
    about: 'No wallet? This one is made in your browser and holds play money.',
  },
  none: {
    title: 'No {family, select, evm {Ethereum} other {Solana}} wallet is in this browser',
    what: 'A wallet is an app or a browser extension that holds your money. It asks you before it pays or signs anything, and this site never sees its keys.',
    how: 'On a computer, install one such as {family, select, evm {MetaMask or Rabby} other {Phantom or Solflare}} from its maker’s own site, then load this page again. On a phone, open this page in the browser inside your wallet app.',
    reload: 'Load this page again',
  },
  failure: {
    declined: {
      title: 'You declined in your wallet',
      detail: 'Nothing was signed and nothing was charged. You can try again whenever you like.',
    },
    termsChanged: {
      title: 'The price has changed since this page was shown',
      detail: 'Nothing was signed and nothing was charged. Load the page again to see the new price before you decide.',
    },
    openAlready: {
      title: 'A payment for this is open already',
      detail: 'It was signed in another tab of this browser. Nothing was signed now. Ask for its outcome first.',
    },
    unreachable: {
      title: 'The shop does not answer',
      detail: 'Nothing was signed and nothing was charged. Check your connection and try again.',
    },
    notTaken: {
      title: 'This wallet was not accepted',
      detail: 'The site could not answer. Nothing was changed; try again.',
    },
    signInLate: {
      title: 'The sign-in request ran out',
      detail: 'It was signed too late. Nothing was charged. Sign the new one that comes when you try again.',
    },
    signInRefused: {
      title: 'The sign-in was not accepted',
      detail: 'Nothing was charged. Try again with the wallet that paid.',
    },
    unprepared: {
      title: 'The payment could not be prepared',
      detail:
        'Nothing was charged. The wallet or {network} could not be reached as needed. Try again, or choose another way to pay.',
    },
  },
} as const
