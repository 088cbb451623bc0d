-- The links of mails that have expired are deleted like all other links.
grant delete on linked_account_link to amanat_app;
