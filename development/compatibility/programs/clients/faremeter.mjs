import { wrap } from '@faremeter/fetch'
import { createPaymentHandler as createEvmHandler } from '@faremeter/payment-evm/exact'
import { createPaymentHandler as createSvmHandler } from '@faremeter/payment-solana/exact'
import { createLocalWallet as createEvmWallet } from '@faremeter/wallet-evm'
import { createLocalWallet as createSvmWallet } from '@faremeter/wallet-solana'
import { address, createSolanaRpc } from '@solana/kit'
import bs58 from 'bs58'
import { cell, endWith } from '../cell.mjs'

const handler =
  cell.family === 'svm'
    ? createSvmHandler(
        await createSvmWallet('devnet', bs58.decode(cell.svmKey)),
        address(cell.svmAsset),
        createSolanaRpc(cell.svmRpcUrl),
        cell.options,
      )
    : createEvmHandler(await createEvmWallet({ id: 84532, name: 'Base Sepolia' }, cell.evmKey))
await endWith(await wrap(fetch, { handlers: [handler] })(cell.url))
