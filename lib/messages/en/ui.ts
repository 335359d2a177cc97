/** Parts of every page that the browser builds itself. */
export const ui = {
  copy: { idle: 'Copy', copied: 'Copied', failed: 'Select it and copy', named: 'Copy {name}' },
  print: 'Print',
  pageLoads: 'The page is loading',
  amount: {
    upTo: 'up to <figures>{amount}</figures>',
    on: '<figures>{amount}</figures> <quiet>on {network}</quiet>',
    upToOn: 'up to <figures>{amount}</figures> <quiet>on {network}</quiet>',
  },
  identity: {
    signIn: 'Sign in',
    signedInWith: 'Signed in with',
    signedInWithWallet: 'Signed in with {wallet}',
    address: 'your address',
    signOut: 'Sign out',
    switch: 'Switch wallet',
    failed: 'The server did not answer. Try again.',
  },
} as const
