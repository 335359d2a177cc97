import { toFacilitatorEvmSigner } from '@x402/evm'
import { createWalletClient, http, type LocalAccount, publicActions } from 'viem'
import { baseSepolia } from 'viem/chains'

/** The signer of the stock facilitator on an EVM chain, made as the SDK's documentation shows. */
export function stockSigner(rpcUrl: string, account: LocalAccount) {
  const client = createWalletClient({
    account,
    chain: baseSepolia,
    // A timeout on a busy machine would leave a gap in the nonces, behind which everything waits for ever.
    transport: http(rpcUrl, { timeout: 120_000 }),
    pollingInterval: 20,
  }).extend(publicActions)
  return toFacilitatorEvmSigner({
    address: account.address,
    getCode: (call) => client.getCode(call),
    // The upto proxy checks its caller, also in a simulation.
    readContract: (call) => client.readContract({ ...call, account: account.address } as never),
    verifyTypedData: (call) => client.verifyTypedData(call as never),
    writeContract: (call) => client.writeContract(call as never),
    sendTransaction: (call) => client.sendTransaction(call as never),
    waitForTransactionReceipt: (call) => client.waitForTransactionReceipt(call),
  })
}
