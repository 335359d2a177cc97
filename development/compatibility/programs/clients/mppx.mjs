import { Mppx } from 'mppx/client'
import { charge } from 'mppx/evm/client'
import { privateKeyToAccount } from 'viem/accounts'
import { cell, endWith } from '../cell.mjs'

const client = Mppx.create({ methods: [charge({ account: privateKeyToAccount(cell.evmKey) })], polyfill: false })
await endWith(await client.fetch(cell.url))
