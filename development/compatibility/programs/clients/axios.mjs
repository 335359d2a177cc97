import { createKeyPairSignerFromBytes } from '@solana/kit'
import { wrapAxiosWithPayment, x402Client } from '@x402/axios'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import axios from 'axios'
import bs58 from 'bs58'
import { privateKeyToAccount } from 'viem/accounts'
import { cell, end } from '../cell.mjs'

const client = new x402Client()
if (cell.family === 'svm') {
  const signer = await createKeyPairSignerFromBytes(bs58.decode(cell.svmKey))
  client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: cell.svmRpcUrl }))
} else client.register('eip155:*', new ExactEvmScheme(privateKeyToAccount(cell.evmKey)))
const { status, data } = await wrapAxiosWithPayment(axios.create(), client).get(cell.url)
end({ status, text: JSON.stringify(data) })
