import { wrapFetchWithPayment } from '@b3dotfun/anyspend-x402-fetch'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { cell, endWith } from '../cell.mjs'

const wallet = createWalletClient({
  account: privateKeyToAccount(cell.evmKey),
  chain: baseSepolia,
  transport: http(cell.evmRpcUrl),
}).extend(publicActions)
await endWith(await wrapFetchWithPayment(fetch, wallet)(cell.url, {}))
