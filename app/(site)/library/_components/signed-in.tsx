import { useTranslations } from 'next-intl'
import { EndSession } from '@/app/_site/end-session'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import type { Library } from '../_server/library'
import { AddWallet } from './add-wallet'
import { browserInWords } from './browser-in-words'
import { CloseAccountForm } from './close-account-form'

const familyNames: Record<string, string> = { evm: 'EVM', svm: 'Solana' }

type SignedInProps = Pick<Library, 'wallets' | 'sessions'> & { networks: string[] }

/** The wallets of this library and the browsers that are signed in to it. */
export function SignedIn({ wallets, sessions, networks }: SignedInProps) {
  const t = useTranslations('library')
  return (
    <Section id="signed-in" title={t('account.title')} className="grid gap-8 border-t border-rule pt-8">
      <div className="grid gap-4">
        <h3 className="font-strong">{t('account.wallets')}</h3>
        <ul className="grid gap-2">
          {wallets.map(({ scope, address }) => (
            <li key={`${scope} ${address}`}>
              {familyNames[scope] ?? scope} <CopyId value={address} name={t('account.walletAddress')} />
            </li>
          ))}
        </ul>
        <details>
          <summary className="min-h-11 cursor-pointer py-2">{t('account.add')}</summary>
          <div className="grid gap-4 pt-2">
            <p>{t('account.addAbout')}</p>
            <AddWallet networks={networks} />
          </div>
        </details>
      </div>
      <div className="grid gap-4">
        <h3 className="font-strong">{t('account.browsers')}</h3>
        <ul className="grid gap-4">
          {sessions.map(({ sessionId, userAgent, seenAt, isThis }) => (
            <li
              key={sessionId}
              className="grid gap-2 border-b border-rule pb-4 sm:grid-cols-[1fr_auto] sm:items-center"
            >
              <span className="grid gap-1">
                <span title={userAgent ?? undefined} className="wrap-anywhere">
                  {browserInWords(t, userAgent)}
                </span>
                <span className="text-small text-quiet">
                  {t.rich(isThis ? 'account.thisSeen' : 'account.seen', { at: () => <Timestamp at={seenAt} /> })}
                </span>
              </span>
              <EndSession
                address={isThis ? '/api/session' : `/api/session/${sessionId}`}
                label={t(isThis ? 'account.signOut' : 'account.signOutThere')}
              />
            </li>
          ))}
        </ul>
        {sessions.length > 1 && <EndSession address="/api/session/others" label={t('account.signOutElsewhere')} />}
      </div>
      {wallets[0] && <CloseAccountForm ending={wallets[0].address.slice(-4)} />}
    </Section>
  )
}
