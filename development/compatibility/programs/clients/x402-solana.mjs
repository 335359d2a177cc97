import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { createX402Client } from 'x402-solana/client'
import { cell, endWith } from '../cell.mjs'

const pair = Keypair.fromSecretKey(bs58.decode(cell.svmKey))
const wallet = {
  publicKey: pair.publicKey,
  address: pair.publicKey.toBase58(),
  signTransaction: async (transaction) => {
    transaction.sign([pair])
    return transaction
  },
}
const client = createX402Client({ wallet, network: 'solana-devnet', rpcUrl: cell.svmRpcUrl, amount: 0n })
await endWith(await client.fetch(cell.url))
