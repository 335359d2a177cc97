import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { siteFacts } from '@/app/_server/site-facts'
import { Badge } from '@/lib/site/ui/badge'
import { CheckboxField, TextField } from '@/lib/site/ui/fields'
import { Section } from '@/lib/site/ui/section'
import { Form } from '../../_components/form'
import { Page } from '../../_components/page'
import { DoneNotice } from '../_components/notices'
import { read, readOwnShop, titledForSellers } from '../_server/dashboard'
import { closeShop, dropMailbox, saveMailbox } from '../_server/forms'
import { ProfileForm } from './_components/profile-form'

export const generateMetadata = titledForSellers('shopPages.profile.title')

export default async function ProfilePage({ searchParams }: PageProps<'/dashboard/profile'>) {
  const [{ seller }, { origin }, t] = await Promise.all([
    readOwnShop(),
    siteFacts(),
    getTranslations('shopPages.profile'),
  ])
  const { handle, profile, version, closedAt } = seller
  const address = `${origin}/x/${handle}`
  return (
    <Page
      title={t('title')}
      about={t('about')}
      head={
        <p className="text-small">
          <a
            href={address}
            className="figures inline-flex min-h-11 max-w-full items-center text-accent underline wrap-anywhere"
          >
            {address}
          </a>
        </p>
      }
    >
      <DoneNotice done={(await searchParams).done} />
      <ProfileForm {...{ profile, version }} />
      <Mail />
      {closedAt === null && <CloseShopForm handle={handle} />}
    </Page>
  )
}

function CloseShopForm({ handle }: { handle: string }) {
  const t = useTranslations('sellerForms.closeShop')
  return (
    <Form
      action={closeShop}
      ask={{ label: t('label'), question: t('question') }}
      label={t('now')}
      variant="danger"
      className="grid justify-items-start gap-4"
    >
      <TextField name="handle" label={t('handle', { handle })} required autoComplete="off" isFigures />
    </Form>
  )
}

/** Where sales are told of by e-mail; nothing on a site that sends none. */
async function Mail() {
  const [{ isAvailable, address, isConfirmed, tellsEachSale }, t, of] = await Promise.all([
    read('getMailbox'),
    getTranslations('shopPages.notifications'),
    getTranslations('sellerForms.mailbox'),
  ])
  if (!isAvailable && !address) return null
  return (
    <Section id="mail" title={t('title')} className="grid max-w-measure gap-4 border-t border-rule pt-8">
      <p>{t('about')}</p>
      {address && (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="figures wrap-anywhere">{address}</span>
            <Badge state={isConfirmed ? 'settled' : 'waiting'}>{t(isConfirmed ? 'confirmed' : 'unconfirmed')}</Badge>
          </p>
          {!isConfirmed && <p>{t('linkSent')}</p>}
          <Form action={dropMailbox} variant="danger" label={of('remove')} />
        </>
      )}
      {isAvailable && (
        <Form action={saveMailbox} label={of('save')} className="grid gap-4">
          <TextField
            name="address"
            type="email"
            label={of('address')}
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={address ?? ''}
          />
          <CheckboxField name="tellsEachSale" role="switch" label={of('eachSale')} defaultChecked={tellsEachSale} />
          <p className="text-quiet">{of('language')}</p>
        </Form>
      )}
    </Section>
  )
}
