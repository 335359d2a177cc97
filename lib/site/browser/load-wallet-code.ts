/** Loads a part of the wallet code. Fails with `NO_WALLET_CODE`; another attempt loads it again. */
export async function loadWalletCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw Object.assign(new Error('The wallet code did not load.', { cause }), { code: 'NO_WALLET_CODE' })
  }
}
