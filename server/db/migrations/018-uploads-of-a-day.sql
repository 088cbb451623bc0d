-- What one account has added in a day, over all its deals.
create index deal_file_user on deal_file (user_id, at);
