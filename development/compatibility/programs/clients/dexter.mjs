import { wrapFetch } from '@dexterai/x402/client'
import { cell, endWith } from '../cell.mjs'

const keys = cell.family === 'svm' ? { walletPrivateKey: cell.svmKey } : { evmPrivateKey: cell.evmKey }
const pay = wrapFetch(fetch, {
  ...keys,
  preferredNetwork: cell.network,
  rpcUrls: { [cell.network]: cell.family === 'svm' ? cell.svmRpcUrl : cell.evmRpcUrl },
})
await endWith(await pay(cell.url, cell.init ?? {}))
