import { titled } from '@/app/_components/titled'
import { ClientMessages } from './_components/client-messages'
import { NoSuchPage } from './_components/no-such-page'

export const generateMetadata = titled('site.noSuchPage.title')

/** Next.js also shows it without the root layout, and so without its texts: for a form with an unknown action. */
export default function NotFound() {
  return (
    <ClientMessages>
      <NoSuchPage />
    </ClientMessages>
  )
}
