import { useTranslations } from 'next-intl'
import { assetFacts } from '@/lib/chains/asset-facts'
import { durationInWords } from '@/lib/ui/access'
import { Amount } from '@/lib/ui/amount'
import { CodeBlock } from '@/lib/ui/code-block'
import { CopyId } from '@/lib/ui/copy-id'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { Timestamp } from '@/lib/ui/timestamp'
import { networkName } from '@/lib/x402/networks'
import { amountInWords } from '@/lib/x402/payment-option'
import type { ChannelView } from '../_server/channels'
import { ChannelButtons } from './channel-buttons'
import { withdrawalCommands } from './withdrawal-commands'

/** What the reader's wallets have put aside for calls to come, with a way back for each; nothing where there is none. */
export function ChannelList({ channels }: { channels: ChannelView[] }) {
  if (channels.length === 0) return null
  return (
    <section aria-labelledby="put-aside" className="grid gap-4">
      <h2 id="put-aside" className="text-title font-strong">
        Put aside for calls
      </h2>
      <p className="max-w-measure">
        This money is yours until a call is charged. One press brings what is left back to the wallet that put it aside;
        it costs nothing.
      </p>
      <DataTable
        caption="Money put aside"
        isCaptionHidden
        columns={columns}
        rows={channels}
        rowKey={({ network, id }) => `${network} ${id}`}
      />
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
          Take it back without the seller
        </summary>
        <div className="grid gap-8 pt-4">
          <p className="max-w-measure">
            Should a seller ever stop answering, your wallet takes the rest out of the contract itself, with two
            transactions that need a little of the network’s coin. Between them the seller has time to claim what was
            charged. These commands are for Foundry’s cast; any wallet that calls contracts can do the same.
          </p>
          {channels.map((channel) => (
            <Withdrawal key={`${channel.network} ${channel.id}`} channel={channel} />
          ))}
        </div>
      </details>
    </section>
  )
}

const optionOf = ({ network, config }: ChannelView) => ({
  asset: config.token,
  coin: assetFacts(network, config.token),
})
const leftOf = ({ balanceAtomic, chargedAtomic }: ChannelView) => balanceAtomic - chargedAtomic

const columns: Column<ChannelView>[] = [
  { title: 'For', cell: (channel) => <For channel={channel} /> },
  {
    title: 'Left',
    isNumeric: true,
    cell: (channel) => (
      <span className="font-strong">
        <Sum channel={channel} amountAtomic={leftOf(channel)} />
      </span>
    ),
  },
  {
    title: 'Spent',
    isNumeric: true,
    cell: (channel) => <Sum channel={channel} amountAtomic={channel.chargedAtomic} />,
  },
  { title: 'Network', cell: ({ network }) => networkName(network) },
  { title: 'Last call', cell: ({ chargedAt, openedAt }) => <Timestamp at={chargedAt ?? openedAt} /> },
  {
    title: 'What to do',
    cell: (channel) => {
      const { network, id, config, path } = channel
      return (
        <ChannelButtons
          channel={{ network, id }}
          place={{
            network,
            asset: config.token,
            payTo: config.receiver,
            receiverAuthorizer: config.receiverAuthorizer,
            delay: config.withdrawDelay,
            authorizer: config.payerAuthorizer,
          }}
          left={amountInWords(leftOf(channel), optionOf(channel))}
          coin={assetFacts(network, config.token)}
          callAt={path}
        />
      )
    },
  },
]

function Sum({ channel: { network, config }, amountAtomic }: { channel: ChannelView; amountAtomic: bigint }) {
  const facts = assetFacts(network, config.token)
  if (facts) return <Amount amountAtomic={amountAtomic} {...facts} />
  return <span className="figures">{amountAtomic.toString()} units</span>
}

function For({ channel: { payee, path, config, withdrawRequestedAt } }: { channel: ChannelView }) {
  return (
    <span className="grid">
      <span>{payee ?? <CopyId value={config.receiver} name="seller's address" />}</span>
      {path !== null && <span className="text-quiet">{path}</span>}
      {withdrawRequestedAt && (
        <span className="text-quiet">
          You began to take it back yourself <Timestamp at={withdrawRequestedAt} />.
        </span>
      )}
    </span>
  )
}

function Withdrawal({ channel }: { channel: ChannelView }) {
  const tPrice = useTranslations('price')
  const { begin, finish } = withdrawalCommands(channel)
  const left = amountInWords(leftOf(channel), optionOf(channel))
  return (
    <div className="grid gap-4">
      <h3 className="font-strong">
        {left} on {networkName(channel.network)}
        {channel.payee && `, ${channel.payee}`}
      </h3>
      <p className="text-small text-quiet">
        From the wallet <CopyId value={channel.config.payer} name="wallet address" />: say that you take it back.
      </p>
      <CodeBlock code={begin} name="command that begins the withdrawal" />
      <p className="text-small text-quiet">After {durationInWords(tPrice, channel.config.withdrawDelay)}: take it.</p>
      <CodeBlock code={finish} name="command that finishes the withdrawal" />
    </div>
  )
}
