import { createKeyPairSignerFromBytes } from '@solana/kit'
import axios from 'axios'
import bs58 from 'bs58'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { cell, end, endWith } from '../cell.mjs'

/** Libraries of x402 version 1, which share their interface. */
const wallet =
  cell.family === 'svm'
    ? await createKeyPairSignerFromBytes(bs58.decode(cell.svmKey))
    : createWalletClient({
        account: privateKeyToAccount(cell.evmKey),
        chain: baseSepolia,
        transport: http(cell.evmRpcUrl),
      })
const config = cell.family === 'svm' ? { svmConfig: { rpcUrl: cell.svmRpcUrl } } : undefined
const library = await import(cell.packages.library)
if (library.withPaymentInterceptor) {
  const { status, data } = await library.withPaymentInterceptor(axios.create(), wallet, undefined, config).get(cell.url)
  end({ status, text: JSON.stringify(data) })
} else await endWith(await library.wrapFetchWithPayment(fetch, wallet, undefined, undefined, config)(cell.url, {}))
