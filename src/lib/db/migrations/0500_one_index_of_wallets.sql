-- users_wallet (migration 0112) has the same rows in the same order.
DROP INDEX users_by_wallet;
