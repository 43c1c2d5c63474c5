/** The table of contents: every address of the product, who may see it, and the file behind it. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  // Visitors; signed-in people go to the dashboard.
  layout('routes/visitors.tsx', [
    index('routes/landing.tsx'),
    route('auth', 'routes/auth.tsx'),
    route('auth/google', 'routes/google/begin.tsx'),
    route('auth/google/callback', 'routes/google/callback.tsx'),
  ]),

  // Signed-in people; others go to the landing page.
  layout('routes/signed-in.tsx', [
    // What is opened lies over the list it was opened from, under the address of its own page.
    route('dashboard', 'routes/dashboard.tsx', [
      route('open/:id', 'routes/dashboard-content-over.tsx', { id: 'over-dashboard' }),
    ]),
    route('dashboard/content', 'routes/dashboard-content.tsx', [
      route('open/:id', 'routes/dashboard-content-over.tsx', { id: 'over-content' }),
    ]),
    route('dashboard/content/:id', 'routes/dashboard-content-item.tsx'),
    route('content/:id/edit', 'routes/content-edit.tsx'),
    route('content/:id/versions', 'routes/content-versions.tsx'),
    route('content/:id/versions/delete', 'routes/content-versions-delete.tsx'),
    route('content/:id/versions/:version', 'routes/content-version.tsx'),
    route('content/:id/delete', 'routes/content-delete.tsx'),
    route('content/:id/parcel.zip', 'routes/content-parcel.ts'),
    route('content/:id/sealed', 'routes/content-sealed.ts'),
    route('content/:id/open', 'routes/content-open.tsx'),
    route('content/:id/publish', 'routes/content-visibility.tsx'),
    route('content/:id/unpublish', 'routes/content-visibility.tsx', { id: 'content-unpublish' }),
    route('create', 'routes/create.tsx'),
    route('create/upload', 'routes/create-upload.ts'),
    route('schedule', 'routes/schedule.tsx'),
    route('schedule/preview', 'routes/schedule-preview-form.ts'),
    route('schedule/preview/file/:file_id', 'routes/schedule-preview-file.ts'),
    route('schedule/preview/file/:file_id/thumbnail', 'routes/schedule-preview-thumbnail.ts'),
    route('schedule/:id', 'routes/schedule-story.tsx'),
    route('schedule/:id/preview', 'routes/schedule-preview.ts'),
    route('schedule/:id/test', 'routes/schedule-test.ts'),
    route('schedule/:id/edit', 'routes/schedule-edit.tsx'),
    route('schedule/:id/delete', 'routes/schedule-delete.tsx'),
    route('schedule/:id/retry', 'routes/schedule-retry.tsx'),
    route('schedule/:id/resend', 'routes/schedule-resend.tsx'),
    route('schedule/:id/revoke', 'routes/schedule-revoke.tsx'),
    route('schedule/:id/extend', 'routes/schedule-extend.ts'),
    route('schedule/:id/address', 'routes/schedule-address.ts'),
    route('emergency', 'routes/emergency.tsx'),
    route('emergency/check-in', 'routes/emergency-check-in.ts'),
    route('emergency/arm', 'routes/emergency-switch.tsx'),
    route('emergency/disarm', 'routes/emergency-switch.tsx', { id: 'emergency-disarm' }),
    route('emergency/shorten', 'routes/emergency-switch.tsx', { id: 'emergency-shorten' }),
    route('emergency/pause', 'routes/emergency-pause.tsx'),
    route('emergency/contents', 'routes/emergency-contents.ts'),
    route('emergency/return', 'routes/emergency-return.tsx'),
    route('profile/delete', 'routes/profile-delete.tsx'),
    route('profile/export', 'routes/profile-export.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('profile/password', 'routes/profile-password.tsx'),
    route('profile/devices', 'routes/profile-devices.ts'),
    route('profile/browsers', 'routes/profile-browsers.tsx'),
    route('profile/google', 'routes/profile-google.ts'),
    route('profile/picture', 'routes/profile-picture.tsx'),
    route('profile/contacts', 'routes/profile-contacts.tsx'),
    route('profile/contacts/:id/edit', 'routes/profile-contact-edit.tsx'),
    route('profile/contacts/:id/test', 'routes/profile-contact-test.ts'),
    route('profile/contacts/:id/delete', 'routes/profile-contact-delete.tsx'),
    route('profile/plan', 'routes/profile-plan.tsx'),
    route('profile/plan/switch', 'routes/profile-plan-switch.tsx'),
    route('profile/plan/cancel', 'routes/profile-plan-cancel.tsx'),
    route('profile/plan/keep', 'routes/profile-plan-cancel.tsx', { id: 'resume-plan' }),
    route('profile/plan/refund', 'routes/profile-plan-refund.tsx'),
    route('profile/plan/portal', 'routes/profile-plan-portal.ts'),
    route('profile/email', 'routes/profile-email.tsx'),
    route('profile/email/confirm', 'routes/profile-email-confirm.ts'),
    route('profile/notifications', 'routes/profile-notifications.tsx'),
  ]),
  route('logout', 'routes/logout.ts'),
  route('theme', 'routes/theme.ts'),
  route('messages/:locale', 'routes/messages.ts'),

  // Everyone.
  layout('routes/public.tsx', [
    route('shared', 'routes/shared.tsx'),
    route('shared/:id', 'routes/shared-content.tsx'),
    route('shared/:id/report', 'routes/shared-report.tsx'),
    route('pricing', 'routes/pricing.tsx'),
    route('pricing/subscribe', 'routes/pricing-subscribe.ts'),
    // Where the payment provider sends people back to.
    route('subscription/success', 'routes/subscription-success.tsx'),
    route('subscription/cancel', 'routes/subscription-cancel.tsx'),
  ]),

  // Anyone, mostly with a link from a message: static pages.
  route('genuine', 'routes/genuine.tsx'),
  layout('routes/static-pages.tsx', [
    route('auth/forgot', 'routes/auth-forgot.tsx'),
    route('auth/reset/:secret', 'routes/auth-reset.tsx'),
    route('auth/confirm/:secret', 'routes/auth-confirm.tsx'),
    route('check-in/:secret', 'routes/check-in.tsx'),
    route('contact/:secret', 'routes/contact.tsx'),
    route('address/:secret', 'routes/address.tsx'),
    route('unsubscribe/:secret', 'routes/unsubscribe.tsx'),
    route('stop/:secret', 'routes/stop.tsx'),
    route('offline', 'routes/offline.tsx'),
    route('m/:secret', 'routes/m/letter.tsx'),
  ]),
  route('m/:secret/all.zip', 'routes/m/all.ts'),
  route('m/:secret/file/:file_id', 'routes/m/file.ts'),
  route('m/:secret/file/:file_id/thumbnail', 'routes/m/thumbnail.ts'),
  route('m/:secret/file/:file_id/sealed', 'routes/m/sealed.ts'),
  route('m/:secret/file/:file_id/parcel.zip', 'routes/m/parcel.ts'),
  route('m/:secret/open/:file_id', 'routes/m/open.tsx'),

  // Programs, and the pictures in our own pages.
  route('api', 'routes/api/reference.ts'),
  route('api/openapi.json', 'routes/api/openapi.ts'),
  route('api/*', 'routes/api/call.ts'),

  // Machines.
  route('webhooks/sendgrid', 'routes/webhooks/sendgrid.ts'),
  route('webhooks/twilio', 'routes/webhooks/twilio.ts'),
  route('webhooks/stripe', 'routes/webhooks/stripe.ts'),
  route('healthz', 'routes/healthz.ts'),
  route('readyz', 'routes/readyz.ts'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
