const env = process.env
const EVM = 'eip155:84532'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

/** The demo's test networks, unless the environment says otherwise. */
export const settings = {
  origin: env.ORIGIN ?? 'http://localhost:4000',
  databaseUrl: env.DATABASE_URL,
  facilitator: env.FACILITATOR_URL ?? 'http://localhost:4021/facilitator',
  networks: {
    [EVM]: {
      payTo: env.PAY_TO_EVM ?? '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      rpc: env.EVM_RPC_URL ?? 'http://localhost:8545',
    },
    ...(env.PAY_TO_SVM && { [SOLANA]: { payTo: env.PAY_TO_SVM, rpc: env.SVM_RPC_URL ?? 'http://localhost:8899' } }),
  },
}
