import type { Messages } from './catalog'

declare module 'next-intl' {
  interface AppConfig {
    Messages: Messages
  }
}
