import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { PaymentAmount } from '@/app/(site)/dashboard/_components/payment-amount'
import { assetFacts } from '@/lib/base/chains/assets'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords } from '@/lib/base/x402/payment-option'
import type { Translate } from '@/lib/site/messages/translate'
import { durationInWords } from '@/lib/site/ui/access'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { CopyId } from '@/lib/site/ui/copy-button'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { coinsOf, type LibraryChannel, readChannels } from './_server/channels'
import { BrowserBudgets, ChannelButtons } from './browser-budgets'

type ChannelsOfProps = { wallets: readonly ProvenWallet[]; isListed: boolean; networks: readonly string[] }

/** The library's section of what is put aside: the deposits of these wallets, and those whose keys this browser has. */
export async function ChannelsOf({ wallets, isListed, networks }: ChannelsOfProps) {
  const [t, channels] = [await getTranslations('library'), isListed ? await readChannels(wallets) : []]
  return (
    <>
      {channels.length > 0 && (
        <Section id="put-aside" title={t('channels.title')} className="grid gap-4">
          {/* Which of them this browser has the keys of, it says at once. */}
          <p data-at-once className="max-w-measure">
            {t('channels.about')}
          </p>
          <DataTable
            caption={t('channels.caption')}
            isCaptionHidden
            columns={columnsIn(t)}
            rows={channels}
            rowKey={({ network, id }) => `${network} ${id}`}
          />
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
              {t('channels.alone.title')}
            </summary>
            <div className="grid gap-8 pt-4">
              <p className="max-w-measure">{t('channels.alone.about')}</p>
              {channels.map((channel) => (
                <Withdrawal key={`${channel.network} ${channel.id}`} channel={channel} />
              ))}
            </div>
          </details>
        </Section>
      )}
      <BrowserBudgets coins={coinsOf(networks)} besides={wallets.map(({ address }) => address.toLowerCase())} />
    </>
  )
}

const leftOf = ({ balanceAtomic, chargedAtomic }: LibraryChannel) => balanceAtomic - chargedAtomic

function leftInWords(t: Translate<'library'>, channel: LibraryChannel): string {
  const { network, config } = channel
  const coin = assetFacts(network, config.token)
  if (coin) return amountInWords(leftOf(channel), { coin, asset: config.token })
  return t('purchases.units', { amount: leftOf(channel).toString(), asset: config.token })
}

const columnsIn = (t: Translate<'library'>): Column<LibraryChannel>[] => [
  { title: t('channels.for'), cell: (channel) => <For channel={channel} /> },
  {
    title: t('channels.left'),
    isNumeric: true,
    cell: (channel) => (
      <span className="font-strong">
        <PaymentAmount {...inToken(channel)} amountAtomic={leftOf(channel)} />
      </span>
    ),
  },
  {
    title: t('channels.spent'),
    isNumeric: true,
    cell: (channel) => <PaymentAmount {...inToken(channel)} amountAtomic={channel.chargedAtomic} />,
  },
  { title: t('channels.network'), cell: ({ network }) => networkName(network) },
  { title: t('channels.lastCall'), cell: ({ chargedAt, openedAt }) => <Timestamp at={chargedAt ?? openedAt} /> },
  {
    title: t('channels.whatToDo'),
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
          left={leftInWords(t, channel)}
          coin={assetFacts(network, config.token)}
          callAt={path}
        />
      )
    },
  },
]

const inToken = ({ network, config }: LibraryChannel) => ({ network, asset: config.token })

function For({ channel: { payee, path, config, withdrawRequestedAt } }: { channel: LibraryChannel }) {
  const t = useTranslations('library.channels')
  return (
    <span className="grid">
      <span>{payee ?? <CopyId value={config.receiver} name={t('sellersAddress')} />}</span>
      {path !== null && <span className="text-quiet">{path}</span>}
      {withdrawRequestedAt && (
        <span className="text-quiet">
          {t.rich('withdrawing', { at: () => <Timestamp at={withdrawRequestedAt} /> })}
        </span>
      )}
    </span>
  )
}

function Withdrawal({ channel }: { channel: LibraryChannel }) {
  const { begin, finish } = withdrawalCommands(channel)
  const t = useTranslations('library')
  const left = useLocalDigits()(leftInWords(t, channel))
  const duration = durationInWords(useTranslations('price'), channel.config.withdrawDelay)
  const network = networkName(channel.network)
  return (
    <div className="grid gap-4">
      <h3 className="font-strong">
        {channel.payee
          ? t('channels.alone.headingOfShop', { left, network, shop: channel.payee })
          : t('channels.alone.heading', { left, network })}
      </h3>
      <p className="text-small text-quiet">
        {t.rich('channels.alone.begin', {
          wallet: () => <CopyId value={channel.config.payer} name={t('account.walletAddress')} />,
        })}
      </p>
      <CodeBlock code={begin} name={t('channels.alone.beginCommand')} />
      <p className="text-small text-quiet">{t('channels.alone.finish', { duration })}</p>
      <CodeBlock code={finish} name={t('channels.alone.finishCommand')} />
    </div>
  )
}

const TERMS = '(address,address,address,address,address,uint40,bytes32)'

/** The two commands by which a payer withdraws the balance from the contract without the seller. */
export function withdrawalCommands({
  contract,
  config,
  balanceAtomic,
  chargedAtomic,
}: Pick<LibraryChannel, 'contract' | 'config' | 'balanceAtomic' | 'chargedAtomic'>): { begin: string; finish: string } {
  const { payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt } = config
  const terms = `(${[payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt].join(',')})`
  const send = `cast send ${contract} --interactive --rpc-url "$RPC_URL"`
  return {
    begin: `${send} "initiateWithdraw(${TERMS},uint128)" "${terms}" ${balanceAtomic - chargedAtomic}`,
    finish: `${send} "finalizeWithdraw(${TERMS})" "${terms}"`,
  }
}
