autocmd BufRead,BufNewFile *.marble setfiletype marble
