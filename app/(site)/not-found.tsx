import { titled } from '@/app/_site/titled'
import { NoSuchPage } from '../_site/no-such-page'

export const generateMetadata = titled('site.noSuchPage.title')

export default function NotFound() {
  return <NoSuchPage />
}
