import type { ClientChannelStorage } from '@x402/evm/batch-settlement/client'

/** The deposits that a process has signed and not seen in their channels. */
export type DepositMemory = {
  /** The SDK's notes on its channels: what lies there, as their sellers or the chain say. */
  storage: ClientChannelStorage
  /** What was signed for a channel, may still be taken and is not known to be there, in atomic units. */
  onTheWay: (channelId: string) => bigint
  /** To be told before a deposit is signed that its seller can take for that long. */
  note: (channelId: string, amountAtomic: bigint, seconds: number) => void
}

/** `balanceAtomic`: what lies in the channel once it is there. */
type Deposit = { amountAtomic: bigint; balanceAtomic: bigint; lapsesAt: number }

type Channel = { notes: Notes | undefined; deposits: Deposit[] }

type Notes = NonNullable<Awaited<ReturnType<ClientChannelStorage['get']>>>

/** So much later a chain may take what has lapsed by this clock. */
const CLOCKS_APART_SECONDS = 60

/**
 * Remembers deposits. A seller that asks for one after the other and tells of none would else be given them all, each
 * within the limit.
 */
export function createDepositMemory(now: () => number = Date.now): DepositMemory {
  const channels = new Map<string, Channel>()
  const open = (channelId: string): Channel => {
    const id = channelId.toLowerCase()
    const channel = channels.get(id) ?? { notes: undefined, deposits: [] }
    channels.set(id, channel)
    return channel
  }
  const onTheWay = (channel: Channel) =>
    channel.deposits.filter(isMissing(channel)).reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n)
  return {
    storage: {
      get: async (channelId) => {
        const channel = open(channelId)
        const lapsed = channel.deposits.filter(({ lapsesAt }) => lapsesAt <= now())
        // What is missing has landed by now or never will, which the chain knows: without notes the SDK asks it.
        if (lapsed.some(isMissing(channel))) channel.notes = undefined
        channel.deposits = channel.deposits.filter((one) => !lapsed.includes(one))
        return channel.notes
      },
      set: async (channelId, notes) => void (open(channelId).notes = notes),
      delete: async (channelId) => {
        const channel = open(channelId)
        channel.deposits = channel.deposits.filter(isMissing(channel))
        channel.notes = undefined
      },
    },
    onTheWay: (channelId) => onTheWay(open(channelId)),
    note: (channelId, amountAtomic, seconds) => {
      const channel = open(channelId)
      const balanceAtomic = balanceOf(channel) + onTheWay(channel) + amountAtomic
      const lapsesAt = now() + (seconds + CLOCKS_APART_SECONDS) * 1000
      channel.deposits = [...channel.deposits, { amountAtomic, balanceAtomic, lapsesAt }]
    },
  }
}

const balanceOf = ({ notes }: Channel): bigint => BigInt(notes?.balance ?? '0')

const isMissing = (channel: Channel) => (deposit: Deposit) => balanceOf(channel) < deposit.balanceAtomic
