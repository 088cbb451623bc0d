/** The toast host: bottom centre, 8000 ms (spec §9). A toast is an echo: the page itself says the same. */
import { Notifications, notifications } from '@mantine/notifications'
import { toastLines } from '../lib/error-toasts.ts'

const SHOWN_MS = 8000

export const ToastHost = () => <Notifications position="bottom-center" autoClose={SHOWN_MS} limit={5} />

export const toast = (message: string): void => {
  notifications.show({ message, color: 'ink' })
}

/** Spec §8: one toast per message, named by its field. */
export function toastError(error: unknown): void {
  for (const message of toastLines(error)) notifications.show({ message, color: 'red' })
}
