export { AppLayout as default } from '../../features/app/app-layout.tsx'
