import { getTranslations } from 'next-intl/server'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { Badge } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-button'
import { DataTable } from '@/lib/site/ui/data-table'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Form } from '../../_components/form'
import { Page } from '../../_components/page'
import { ConfirmWithWallet } from '../_components/confirm-with-wallet'
import { readOwnShop, sellableNetworks, titledForSellers } from '../_server/dashboard'
import { setPayTo } from '../_server/forms'
import { PayToFields } from './_components/pay-to-fields'

export const generateMetadata = titledForSellers('shopPages.payees.title')

export default async function PayeesPage() {
  const [{ seller, wallets }, t, tForm] = await Promise.all([
    readOwnShop(),
    getTranslations('shopPages.payees'),
    getTranslations('sellerForms.payTo'),
  ])
  const { payees } = seller
  return (
    <Page title={t('title')} about={t('about')} head={payees.length === 0 && <p>{t('first')}</p>}>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        {payees.length > 0 && (
          <DataTable
            caption={t('caption')}
            rows={payees}
            rowKey={({ network }) => network}
            columns={[
              { title: t('network'), cell: ({ network }) => networkName(network) },
              {
                title: t('money'),
                cell: ({ network }) =>
                  isTestNetwork(network) ? (
                    <Badge state="test">{t('test')}</Badge>
                  ) : (
                    <Badge state="neutral">{t('real')}</Badge>
                  ),
              },
              { title: t('address'), cell: ({ address }) => <CopyId value={address} name={t('name')} /> },
              { title: t('confirmed'), cell: ({ confirmedAt }) => <Timestamp at={confirmedAt} /> },
            ]}
          />
        )}
        <Form
          action={setPayTo}
          label={tForm('send')}
          after={<ConfirmWithWallet />}
          className="grid max-w-measure gap-6"
        >
          <h2 className="text-title font-strong">{tForm('title')}</h2>
          <PayToFields networks={await sellableNetworks()} wallets={wallets} />
        </Form>
      </div>
    </Page>
  )
}
