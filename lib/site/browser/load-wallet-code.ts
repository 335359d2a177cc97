/** The network failed while a wallet's code was loaded; nothing has begun yet. */
class WalletCodeError extends Error {
  override name = 'WalletCodeError'
  readonly code = 'NO_WALLET_CODE'
}

/** Loads a part of the wallet code. Fails with `NO_WALLET_CODE`; another attempt loads it again. */
export async function loadWalletCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new WalletCodeError('The wallet code did not load.', { cause })
  }
}
